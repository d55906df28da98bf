#pragma once

#include <QStringList>

#include <functional>
#include <random>
#include <vector>

namespace lakehouse::tests {

/// Draws values; the same seed draws the same ones. `LAKEHOUSE_TEST_SEED` names another seed than 1.
class Drawing {
public:
    explicit Drawing(quint64 seed) : m_numbers(seed) {}
    static quint64 seedOfEnvironment();

    qint64 number(qint64 from, qint64 to) { return std::uniform_int_distribution<qint64>(from, to)(m_numbers); }
    bool isOneIn(qint64 chances) { return number(1, chances) == 1; }
    QString digits(qint64 count);
    QString hex(qint64 count);
    QString decimal(qint64 wholeDigits, qint64 scale); ///< with a sign at times, and at times with fewer digits
    QString floatingPoint(qint64 mostExponent);        ///< as many digits as a double has
    QString text(qint64 mostPieces);                   ///< letters of many alphabets, signs that mean something to a program, blanks
    QString identifier(qint64 letters);                ///< a to z
    QString day();                                     ///< of the years 1 to 9999
    QString timeOfDay(qint64 digits);
    QString oneOf(const QStringList &choices) { return choices[number(0, choices.size() - 1)]; }

private:
    std::mt19937_64 m_numbers;
};

/// How each side prints a value for people, without any expression of the product; {c} is the column.
struct Rendering {
    QString source = QStringLiteral("{c}::text");
    QString bronze = QStringLiteral("{c}");
};

/// A column of one type, with values for it.
struct TypeColumn {
    QString rule = {};      ///< of its row in the type table: "numeric(p,s), s ≤ p ≤ 38"
    QString declared = {};  ///< "numeric(10,2)"
    QStringList values = {};///< SQL of the source that the column gives its type to; NULL is not among them
    Rendering rendering = {};

    QString typeName() const; ///< as the catalog calls it: "numeric"
};

inline constexpr int drawnValues = 200; ///< of each column, beside the edges

/// Columns for every row of the type table that a table can have a column of; what needs a type or an extension finds it after `typeSetup`.
std::vector<TypeColumn> typeColumns(quint64 seed);
/// Extensions and types of the columns, as SQL of the source.
QString typeSetup(quint64 seed);
/// A row of the type table that no table can have a column of.
inline constexpr char ruleWithoutColumns[] = "pseudo-types (record, anyarray, …)";

/// Arrays of a column's type with zero to four of its values, some of them NULL; at least 50 have two or more.
TypeColumn arrayOf(const TypeColumn &element, Drawing &drawing);

using DrawOne = std::function<QString(Drawing &)>;
/// Collects the columns of one part of the type table.
class ColumnList {
public:
    ColumnList(std::vector<TypeColumn> &columns, Drawing &drawing) : m_columns(columns), m_drawing(drawing) {}
    /// `edges` and what is drawn are texts as the type reads them.
    TypeColumn &add(const char *rule, const QString &declared, const Rendering &rendering, const QStringList &edges, const DrawOne &drawOne);

private:
    std::vector<TypeColumn> &m_columns;
    Drawing &m_drawing;
};

void addNumbers(ColumnList &list);
void addTexts(ColumnList &list, const QStringList &enumLabels);
void addTimes(ColumnList &list);
void addDocuments(ColumnList &list);
void addNetworkAndSearch(ColumnList &list);
void addShapesAndRanges(ColumnList &list);

} // namespace lakehouse::tests
