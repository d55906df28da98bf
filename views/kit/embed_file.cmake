# cmake -DINPUT=… -DNAME=function -DHEADER=kit/x.h -DOUTPUT=x.cpp -P embed_file.cmake
# Writes the bytes of a file into a C++ source with a function that returns them: a resource of Qt in a static library is dropped by the
# linker unless each program names it, and this is not.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"

namespace lakehouse::views {

namespace {
constexpr unsigned char bytes[] = {
${bytes}};
} // namespace

QByteArray ${NAME}()
{
    return QByteArray::fromRawData(reinterpret_cast<const char *>(bytes), qsizetype(sizeof bytes));
}

} // namespace lakehouse::views
")
