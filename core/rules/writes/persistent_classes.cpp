#include "rules/writes/persistence.h"

#include "model/name.h"

#include <QStringList>

#include <map>
#include <utility>

namespace lakehouse::rules {

using text::SourceLanguage;
using text::SourceToken;
using Kind = text::SourceToken::Kind;

QString snakeCase(const QString &name)
{
    QString snake;
    for (qsizetype i = 0; i < name.size(); ++i) {
        const bool isBegin = name[i].isUpper() && i > 0 && (!name[i - 1].isUpper() || (i + 1 < name.size() && name[i + 1].isLower())) && name[i - 1] != u'_';
        if (isBegin)
            snake += QLatin1Char('_');
        snake += name[i].toLower();
    }
    return snake;
}

namespace {

QString plural(const QString &word)
{
    const auto endsWith = [&](const char *end) { return word.endsWith(QLatin1String(end)); };
    if (endsWith("person"))
        return word.chopped(6) + QLatin1String("people");
    if (endsWith("child"))
        return word + QLatin1String("ren");
    if (endsWith("s") || endsWith("x") || endsWith("z") || endsWith("ch") || endsWith("sh"))
        return word + QLatin1String("es");
    if (endsWith("y") && word.size() > 1 && !QStringView(u"aeiou").contains(word[word.size() - 2]))
        return word.chopped(1) + QLatin1String("ies");
    return word + QLatin1Char('s');
}

/// The folder of models.py, or of the package models.
QString djangoApplication(const QString &path)
{
    QStringList folders = path.split(QLatin1Char('/'));
    folders.removeLast();
    if (!folders.isEmpty() && folders.last() == QLatin1String("models"))
        folders.removeLast();
    return folders.isEmpty() ? QString() : folders.last();
}

class Finder {
public:
    Finder(const text::SourceTokens &source, const text::SourceStructure &structure, const QString &path) : m_source(source), m_structure(structure), m_path(path) {}

    std::vector<PersistentClass> run()
    {
        for (int i = 0; i < int(m_source.tokens.size()); ++i) {
            const SourceToken &token = at(i);
            if (token.isSign(u";") || token.isSign(u"{") || token.isSign(u"}"))
                forgetAnnotations(i);
            if (token.kind != Kind::Word)
                continue;
            annotation(i);
            declaration(i);
            attribute(i);
            call(i);
        }
        std::vector<PersistentClass> found;
        for (auto &[name, persistent] : m_classes)
            if (!persistent.table.empty() || !persistent.likelyTables.empty() || !persistent.base.isEmpty())
                found.push_back(std::move(persistent));
        return found;
    }

private:
    const SourceToken &at(int i) const { return m_source.at(i); }
    int partner(int i) const { return m_structure.partnerOf(i); }
    QString stringAt(int i) const { return at(i).kind == Kind::String ? m_source.strings[std::size_t(at(i).string)].text() : QString(); }
    bool is(SourceLanguage language) const { return m_source.language == language; }

    PersistentClass &named(const QString &name, qint64 line)
    {
        PersistentClass &persistent = m_classes[name];
        persistent.name = name;
        if (persistent.line == 0)
            persistent.line = line;
        return persistent;
    }

    /// "shop.orders" and its schema, if it has one of its own. Layers quote names as SQL or as MySQL does; what cannot be taken apart is one name.
    void setTable(PersistentClass &persistent, const QString &table, const QString &schema, qint64 line)
    {
        persistent.table.clear();
        const auto parts = model::readSqlIdentifiers(QString(table).replace(QLatin1Char('`'), QLatin1Char('"')), QLatin1Char('.'));
        if (!schema.isEmpty() && (!parts || parts->size() == 1))
            persistent.table.push_back({schema, false});
        for (const QString &part : parts.value_or(std::vector{table}))
            persistent.table.push_back({part, false});
        persistent.line = line;
    }

    void forgetAnnotations(int i)
    {
        const int encloser = m_structure.encloser[std::size_t(i)];
        if (encloser < 0 || at(encloser).isSign(u"{"))
            m_pending = {};
    }

    /// @Table(name = "orders", schema = "shop"), [Table("orders")], #[ORM\Table(name: 'orders')], @Entity({ name: "orders" })
    void annotation(int i)
    {
        const bool isTable = at(i).text == u"Table" || at(i).text == u"MappedEntity";
        const bool isEntity = at(i).text == u"Entity";
        int sign = i - 1;
        while (at(sign).isSign(u".") || at(sign).isSign(u"\\"))
            sign -= 2;
        if ((!isTable && !isEntity) || (!at(sign).isSign(u"@") && !at(sign).isSign(u"[") && !at(sign).isSign(u",")) || (at(sign).isSign(u",") && !at(m_structure.encloser[std::size_t(i)]).isSign(u"[")))
            return;
        m_pending.isEntity = true;
        m_pending.line = at(i).line;
        if (!at(i + 1).isSign(u"("))
            return;
        for (int argument = i + 2; argument < partner(i + 1); ++argument) {
            if (at(argument).kind != Kind::String)
                continue;
            const bool hasName = at(argument - 1).isSign(u"=") || at(argument - 1).isSign(u":");
            const QStringView name = hasName ? at(argument - 2).text : QStringView();
            if (name.compare(u"schema", Qt::CaseInsensitive) == 0)
                m_pending.schema = stringAt(argument);
            else if ((!hasName || name.compare(u"name", Qt::CaseInsensitive) == 0 || name == u"value") && m_pending.table.isEmpty() && !(isEntity && (is(SourceLanguage::Java) || is(SourceLanguage::Kotlin))))
                m_pending.table = stringAt(argument);
            else if (isEntity && name == u"name")
                m_pending.entityName = stringAt(argument); // the name that JPA's queries use
        }
    }

    void declaration(int i)
    {
        const bool isPackage = is(SourceLanguage::Perl) && at(i).isWord(u"package");
        const bool isClass = (at(i).isWord(u"class") || at(i).isWord(u"interface")) && !at(i - 1).isSign(u".") && !at(i - 1).isSign(u"::");
        if ((!isPackage && !isClass) || at(i + 1).kind != Kind::Word)
            return;
        int name = i + 1;
        while (at(name + 1).isSign(u"::") && at(name + 2).kind == Kind::Word)
            name += 2;
        const QString className = at(name).text.toString();
        if (isPackage) {
            m_package = className;
            return;
        }
        const Pending pending = std::exchange(m_pending, {});
        PersistentClass &persistent = named(className, at(i).line);
        if (!pending.table.isEmpty())
            setTable(persistent, pending.table, pending.schema, pending.line);
        else if (pending.isEntity)
            persistent.likelyTables = {snakeCase(className), className, plural(snakeCase(className))};
        if (!pending.entityName.isEmpty())
            named(pending.entityName, at(i).line).base = className;
        bases(name, persistent);
    }

    /// What stands between the name of a class and its body.
    void bases(int name, PersistentClass &persistent)
    {
        const bool isIndented = is(SourceLanguage::Python) || is(SourceLanguage::Ruby);
        for (int i = name + 1; i < name + 40 && at(i).text.size() > 0 && !at(i).isSign(u"{") && !at(i).isSign(u";") && !(isIndented && at(i).isFirstOnLine); ++i) {
            if (i == name + 1 && at(i).isSign(u"(") && (is(SourceLanguage::Kotlin) || is(SourceLanguage::CSharp)) && partner(i) > i)
                i = partner(i) + 1; // what its constructor takes
            const bool isBehind = at(i - 1).isWord(u"extends") || at(i - 1).isSign(u":") || at(i - 1).isSign(u",") || at(i - 1).isSign(u"(") || (at(i - 1).isSign(u"<") && is(SourceLanguage::Ruby));
            if (at(i).kind != Kind::Word || !isBehind || !at(i).text[0].isLetter())
                continue;
            const bool isField = at(i + 1).isSign(u":") || at(i + 1).isSign(u"="); // of Kotlin's constructor, or a named argument
            if (isField)
                continue;
            int last = i;
            while ((at(last + 1).isSign(u".") || at(last + 1).isSign(u"::") || at(last + 1).isSign(u"\\")) && at(last + 2).kind == Kind::Word)
                last += 2;
            const QString base = at(last).text.toString();
            const bool isRepository = base.endsWith(QLatin1String("Repository")) && at(last + 1).isSign(u"<") && at(last + 2).kind == Kind::Word;
            if (persistent.base.isEmpty())
                persistent.base = isRepository ? at(last + 2).text.toString() : base;
            guess(persistent, base, at(i).text);
            i = last;
        }
    }

    void guess(PersistentClass &persistent, const QString &base, QStringView first)
    {
        const QString snake = snakeCase(persistent.name);
        if (is(SourceLanguage::Ruby) && (base == QLatin1String("ApplicationRecord") || (base == QLatin1String("Base") && first == u"ActiveRecord")))
            persistent.likelyTables = {plural(snake)};
        else if (is(SourceLanguage::Php) && (base == QLatin1String("Model") || base == QLatin1String("Authenticatable")))
            persistent.likelyTables = {plural(snake)};
        else if (is(SourceLanguage::Python) && base == QLatin1String("Model") && first == u"models")
            persistent.likelyTables = {djangoApplication(m_path) + QLatin1Char('_') + persistent.name.toLower()};
        else if (is(SourceLanguage::Python) && base == QLatin1String("SQLModel"))
            persistent.likelyTables = {persistent.name.toLower()};
    }

    /// The name of the class whose body a token stands in directly.
    QString className(int i, int above = 0) const
    {
        const QStringList scope = m_structure.scopeOf(i).split(QLatin1Char('.'));
        return scope.size() > above ? scope[scope.size() - 1 - above] : QString();
    }

    /// __tablename__ = "orders", db_table = "orders", self.table_name = "orders", $table = 'orders', Table_Name = "C_Order"
    void attribute(int i)
    {
        const QStringView word = at(i).text;
        const bool isAssigned = at(i + 1).isSign(u"=") && at(i + 2).kind == Kind::String;
        if (is(SourceLanguage::Python) && word == u"abstract" && at(i + 2).isWord(u"True") && className(i) == QLatin1String("Meta"))
            named(className(i, 1), at(i).line).likelyTables.clear();
        else if (is(SourceLanguage::Python) && isAssigned && word == u"__tablename__")
            setTable(named(className(i), at(i).line), stringAt(i + 2), {}, at(i).line);
        else if (is(SourceLanguage::Python) && isAssigned && word == u"db_table" && className(i) == QLatin1String("Meta"))
            setTable(named(className(i, 1), at(i).line), stringAt(i + 2), {}, at(i).line);
        else if (is(SourceLanguage::Ruby) && isAssigned && word == u"table_name" && at(i - 2).isWord(u"self"))
            setTable(named(className(i), at(i).line), stringAt(i + 2), {}, at(i).line);
        else if (is(SourceLanguage::Php) && isAssigned && word == u"table" && at(i - 1).isSign(u"$") && isProperty(i - 2))
            setTable(named(className(i), at(i).line), stringAt(i + 2), {}, at(i).line);
        else if (is(SourceLanguage::Java) && isAssigned && word == u"Table_Name" && !className(i).isEmpty())
            setTable(named(className(i), at(i).line), stringAt(i + 2), {}, at(i).line);
        else if (is(SourceLanguage::Python) && word == u"__table_args__")
            schemaArgument(i);
    }

    bool isProperty(int i) const
    {
        return at(i).isWord(u"protected") || at(i).isWord(u"public") || at(i).isWord(u"private") || at(i).isWord(u"string") || at(i).isWord(u"var");
    }

    void schemaArgument(int i)
    {
        PersistentClass &persistent = named(className(i), at(i).line);
        for (int key = i; key < i + 80 && at(key).text.size() > 0 && !(key > i && at(key).isWord(u"__tablename__")); ++key)
            if (stringAt(key) == QLatin1String("schema") && at(key + 1).isSign(u":") && persistent.table.size() == 1)
                persistent.table.insert(persistent.table.begin(), {stringAt(key + 2), false});
    }

    /// TableName() of GORM, ToTable() of Entity Framework, __PACKAGE__->table() of DBIx::Class, gorm.Model inside of a struct
    void call(int i)
    {
        if (is(SourceLanguage::Go) && at(i).isWord(u"TableName") && at(i - 1).isSign(u")") && partner(i - 1) >= 0 && at(partner(i - 1) - 1).isWord(u"func")) {
            for (int body = i; body < i + 12; ++body)
                if (at(body).isWord(u"return") && at(body + 1).kind == Kind::String)
                    setTable(named(at(i - 2).text.toString(), at(i).line), stringAt(body + 1), {}, at(i).line);
        } else if (is(SourceLanguage::Go) && at(i).isWord(u"Model") && at(i - 2).isWord(u"gorm") && at(i - 2).isFirstOnLine && !className(i).isEmpty()) {
            named(className(i), at(i).line).likelyTables = {plural(snakeCase(className(i)))};
        } else if (is(SourceLanguage::CSharp) && at(i).isWord(u"ToTable") && at(i + 1).isSign(u"(") && at(i + 2).kind == Kind::String) {
            for (int entity = i; entity > i - 12 && entity > 0; --entity)
                if (at(entity).isWord(u"Entity") && at(entity + 1).isSign(u"<"))
                    setTable(named(at(entity + 2).text.toString(), at(i).line), stringAt(i + 2), at(i + 3).isSign(u",") ? stringAt(i + 4) : QString(), at(i).line);
        } else if (is(SourceLanguage::Perl) && at(i).isWord(u"table") && at(i - 2).isWord(u"__PACKAGE__") && at(i + 2).kind == Kind::String) {
            setTable(named(m_package, at(i).line), stringAt(i + 2), {}, at(i).line);
        }
    }

    struct Pending {
        bool isEntity = false;
        QString table = {};
        QString schema = {};
        QString entityName = {};
        qint64 line = 0;
    };

    const text::SourceTokens &m_source;
    const text::SourceStructure &m_structure;
    QString m_path;
    QString m_package;
    Pending m_pending;
    std::map<QString, PersistentClass> m_classes;
};

} // namespace

std::vector<PersistentClass> persistentClasses(const text::SourceTokens &source, const text::SourceStructure &structure, const QString &path)
{
    return Finder(source, structure, path).run();
}

} // namespace lakehouse::rules
