#include "kit/lineage_svg.h"

#include "kit/theme.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QXmlStreamWriter>

namespace lakehouse::views {

namespace {

constexpr double margin = 16;

QString number(double value)
{
    return QString::number(value, 'f', 1);
}

QString colorOf(ColorRole role)
{
    return Theme::instance().color(role).name();
}

void attribute(QXmlStreamWriter &xml, const char *name, const QString &value)
{
    xml.writeAttribute(QLatin1String(name), value);
}

void writeRectangle(QXmlStreamWriter &xml, const QRectF &rect, double radius, const QString &fill, const QString &stroke, double width,
                    const QString &dashes = {})
{
    xml.writeEmptyElement(QStringLiteral("rect"));
    attribute(xml, "x", number(rect.x()));
    attribute(xml, "y", number(rect.y()));
    attribute(xml, "width", number(rect.width()));
    attribute(xml, "height", number(rect.height()));
    attribute(xml, "rx", number(radius));
    attribute(xml, "fill", fill);
    if (width > 0) {
        attribute(xml, "stroke", stroke);
        attribute(xml, "stroke-width", number(width));
    }
    if (!dashes.isEmpty())
        attribute(xml, "stroke-dasharray", dashes);
}

QString pathData(const QPainterPath &path)
{
    QString data;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element &element = path.elementAt(i);
        if (element.type == QPainterPath::MoveToElement)
            data += QLatin1Char('M');
        else if (element.type == QPainterPath::LineToElement)
            data += QLatin1Char('L');
        else if (element.type == QPainterPath::CurveToElement)
            data += QLatin1Char('C');
        data += number(element.x) + QLatin1Char(' ') + number(element.y) + QLatin1Char(' ');
    }
    return data.trimmed();
}

/// XML has no place for most control characters, and a name of a table may hold one.
QString printable(QString text)
{
    for (QChar &letter : text) {
        const bool isSpace = letter == QLatin1Char('\n') || letter == QLatin1Char('\t');
        if ((letter < QLatin1Char(' ') && !isSpace) || letter == QChar(0xFFFE) || letter == QChar(0xFFFF))
            letter = QChar::ReplacementCharacter;
    }
    return text;
}

} // namespace

void LineageSvg::writeRun(QXmlStreamWriter &xml, const LineageScene::Run &run) const
{
    if (run.text.isEmpty())
        return;
    const QFont font = Theme::instance().font(run.style);
    const QFontInfo info(font);
    xml.writeStartElement(QStringLiteral("text"));
    attribute(xml, "x", number(run.baseline.x()));
    attribute(xml, "y", number(run.baseline.y()));
    attribute(xml, "font-family", info.family() + (run.style == TextStyle::Mono ? QStringLiteral(", monospace") : QStringLiteral(", sans-serif")));
    attribute(xml, "font-size", QString::number(info.pixelSize()));
    attribute(xml, "font-weight", QString::number(int(font.weight())));
    // Another font must not make the words wider than their box.
    attribute(xml, "textLength", number(run.width));
    attribute(xml, "lengthAdjust", QStringLiteral("spacingAndGlyphs"));
    attribute(xml, "fill", colorOf(run.role));
    attribute(xml, "xml:space", QStringLiteral("preserve"));
    xml.writeCharacters(printable(run.text));
    xml.writeEndElement();
}

void LineageSvg::writeHeadings(QXmlStreamWriter &xml) const
{
    const QFontMetricsF metrics(Theme::instance().font(TextStyle::Strong));
    const double bottom = m_scene.bounds.top() - margin / 2;
    for (const LineageScene::Band &band : m_scene.bands) {
        const double width = metrics.horizontalAdvance(band.word);
        const QPointF baseline((band.left + band.right - width) / 2, bottom - 8);
        writeRun(xml, {band.word, baseline, width, TextStyle::Strong, band.color});
        writeRectangle(xml, QRectF(band.left, bottom - 2, band.right - band.left, 2), 0, colorOf(band.color), {}, 0);
    }
}

QString LineageSvg::titleOf(const LineageDrawing::Line &line) const
{
    QStringList parts;
    for (const int number : line.edges) {
        const GraphEdge &edge = m_edges[number];
        const QString from = edge.fromColumn.isEmpty() ? edge.from : edge.from + QLatin1Char('.') + edge.fromColumn;
        const QString to = edge.toColumn.isEmpty() ? edge.to : edge.to + QLatin1Char('.') + edge.toColumn;
        parts.push_back(edge.how.isEmpty() ? QStringLiteral("%1 → %2").arg(from, to) : QStringLiteral("%1 → %2: %3").arg(from, to, edge.how));
    }
    return parts.join(QLatin1Char('\n'));
}

void LineageSvg::writeLine(QXmlStreamWriter &xml, int number) const
{
    const LineageDrawing::Line &words = m_scene.drawing.lines[number];
    const LineageScene::Line &line = m_scene.lines[number];
    xml.writeStartElement(QStringLiteral("g"));
    attribute(xml, "class", QStringLiteral("edge"));
    attribute(xml, "data-from", printable(m_scene.drawing.boxes[words.from].id));
    attribute(xml, "data-to", printable(m_scene.drawing.boxes[words.to].id));
    xml.writeTextElement(QStringLiteral("title"), printable(titleOf(words)));
    xml.writeEmptyElement(QStringLiteral("path"));
    attribute(xml, "d", pathData(line.path));
    attribute(xml, "fill", QStringLiteral("none"));
    attribute(xml, "stroke", colorOf(ColorRole::ControlBorder));
    attribute(xml, "stroke-width", QStringLiteral("1.2"));
    if (words.isInferred)
        attribute(xml, "stroke-dasharray", QStringLiteral("6 5"));
    QStringList points;
    for (const QPointF &point : m_scene.arrowOf(number))
        points.push_back(QStringLiteral("%1,%2").arg(views::number(point.x()), views::number(point.y())));
    xml.writeEmptyElement(QStringLiteral("polygon"));
    attribute(xml, "points", points.join(QLatin1Char(' ')));
    attribute(xml, "fill", colorOf(ColorRole::ControlBorder));
    if (!line.label.text.isEmpty()) {
        writeRectangle(xml, line.labelRect, 3, colorOf(ColorRole::Canvas), {}, 0);
        writeRun(xml, line.label);
    }
    xml.writeEndElement();
}

void LineageSvg::writeBox(QXmlStreamWriter &xml, int number) const
{
    const LineageDrawing::Box &words = m_scene.drawing.boxes[number];
    const LineageScene::Box &box = m_scene.boxes[number];
    const double radius = Theme::instance().radius();
    const QString border = colorOf(ColorRole::ControlBorder);
    xml.writeStartElement(QStringLiteral("g"));
    attribute(xml, "class", words.isGroup ? QStringLiteral("node group") : QStringLiteral("node"));
    attribute(xml, "data-id", printable(words.id));
    const QString title = words.word.isEmpty() ? words.title : QStringLiteral("%1 · %2").arg(words.title, words.word);
    xml.writeTextElement(QStringLiteral("title"), printable(title));
    if (words.isGroup)
        writeRectangle(xml, box.rect.translated(4, 4), radius, colorOf(ColorRole::Surface), border, 1);
    writeRectangle(xml, box.rect, radius, colorOf(ColorRole::Surface), words.isFocus ? colorOf(words.color) : border, words.isFocus ? 2 : 1,
                   words.isUnknown ? QStringLiteral("4 3") : QString());
    writeRectangle(xml, QRectF(box.rect.topLeft(), QSizeF(4, box.rect.height())), 2, colorOf(words.color), {}, 0);
    for (std::size_t i = 0; i < words.columns.size(); ++i) {
        const QRectF row(box.rect.left() + 4, box.columnTops[i], box.rect.width() - 5, box.columnTops[i + 1] - box.columnTops[i]);
        writeRectangle(xml, QRectF(row.topLeft(), QSizeF(row.width(), 1)), 0, colorOf(ColorRole::Divider), {}, 0);
        if (words.columns[i].isChosen)
            writeRectangle(xml, row.adjusted(0, 1, 0, 0), 0, colorOf(ColorRole::Selected), {}, 0);
    }
    for (const LineageScene::Run &run : box.runs)
        writeRun(xml, run);
    xml.writeEndElement();
}

QByteArray LineageSvg::document(const QString &title) const
{
    const QRectF area = m_scene.bounds.adjusted(-margin, -margin - m_scene.headingHeight, margin, margin);
    QByteArray content;
    QXmlStreamWriter xml(&content);
    xml.setAutoFormatting(true);
    xml.setAutoFormattingIndent(1);
    xml.writeStartDocument();
    xml.writeStartElement(QStringLiteral("svg"));
    xml.writeDefaultNamespace(QStringLiteral("http://www.w3.org/2000/svg"));
    attribute(xml, "width", number(area.width()));
    attribute(xml, "height", number(area.height()));
    attribute(xml, "viewBox", QStringLiteral("%1 %2 %3 %4").arg(number(area.x()), number(area.y()), number(area.width()), number(area.height())));
    xml.writeTextElement(QStringLiteral("title"), printable(title));
    writeRectangle(xml, area, 0, colorOf(ColorRole::Canvas), {}, 0);
    writeHeadings(xml);
    for (int line = 0; line < int(m_scene.lines.size()); ++line)
        writeLine(xml, line);
    for (int box = 0; box < int(m_scene.boxes.size()); ++box)
        writeBox(xml, box);
    xml.writeEndElement();
    xml.writeEndDocument();
    return content;
}

} // namespace lakehouse::views
