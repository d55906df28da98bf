# cmake -DFOLDER=… -DFILES=a;b -DOUTPUT=x.cpp -P embed_templates.cmake
# Writes the bytes of the files into a C++ source: a resource of Qt in a static library is dropped by the linker unless each program
# names it, and this is not.
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS FILES)
    file(READ "${FOLDER}/${file}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(REGEX REPLACE "(................................................................................)" "\\1\n" bytes "${bytes}")
    string(APPEND arrays "constexpr unsigned char file${number}[] = {\n${bytes}};\n")
    string(APPEND rows "    {\"${file}\", file${number}, sizeof file${number}},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"rules/sqlgen/templates.h\"

namespace lakehouse::rules {

namespace {
${arrays}
struct Row {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};
constexpr Row rows[] = {
${rows}};
} // namespace

QByteArray templateFile(const char *name)
{
    for (const Row &row : rows)
        if (qstrcmp(row.name, name) == 0)
            return QByteArray::fromRawData(reinterpret_cast<const char *>(row.bytes), qsizetype(row.size));
    qFatal(\"There is no template %s.\", name);
}

} // namespace lakehouse::rules
")
