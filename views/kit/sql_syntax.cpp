#include "kit/sql_syntax.h"

#include <QFile>
#include <QXmlStreamReader>

/// The resource stands in a static library: without this call the linker would drop it.
static void addSyntaxFiles()
{
    Q_INIT_RESOURCE(lakehouse_syntax);
}

namespace lakehouse::views {

namespace {

SqlWords readWords()
{
    QFile file(syntaxFolder() + QLatin1String("/syntax/lakehouse_sql.xml"));
    const bool isOpen = file.open(QIODevice::ReadOnly);
    Q_ASSERT(isOpen);
    SqlWords words;
    if (!isOpen)
        return words;
    QXmlStreamReader xml(&file);
    QString list;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("list"))
            list = xml.attributes().value(QLatin1String("name")).toString();
        else if (xml.name() == QLatin1String("item"))
            (list == QLatin1String("functions") ? words.functions : words.keywords).insert(xml.readElementText());
    }
    return words;
}

} // namespace

const SqlWords &sqlWords()
{
    static const SqlWords words = readWords();
    return words;
}

QString syntaxFolder()
{
    static const bool isAdded = (addSyntaxFiles(), true);
    Q_UNUSED(isAdded)
    return QStringLiteral(":/lakehouse");
}

bool isCallAt(QStringView line, qsizetype endOfName)
{
    while (endOfName < line.size() && line[endOfName].isSpace())
        ++endOfName;
    return endOfName < line.size() && line[endOfName] == u'(';
}

} // namespace lakehouse::views
