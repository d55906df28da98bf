#include "rules/writes/persistence.h"

#include "rules/writes/sql_cursor.h"
#include "text/one_of.h"

#include <map>

namespace lakehouse::rules {

using text::isOneOf;
using text::SourceLanguage;
using text::SourceToken;
using Kind = text::SourceToken::Kind;

namespace {

bool isClassName(const SourceToken &token)
{
    return token.kind == Kind::Word && token.text[0].isUpper();
}

/// On an object, a class or a repository.
bool isDeletion(QStringView word)
{
    return isOneOf(word, {u"delete", u"deleteEx", u"deleteById", u"deleteAll", u"deleteAllById", u"deleteAllInBatch", u"deleteInBatch", u"destroy", u"destroy_all", u"delete_all", u"delete_by",
                          u"destroy_by", u"forceDelete", u"deleteMany", u"deleteOne", u"truncate"})
        || (word.startsWith(u"deleteBy") && word.size() > 8);
}

/// What keeps objects, by the name of the variable: a list has remove() too.
bool isKeeper(QStringView name)
{
    const QString lower = name.toString().toLower();
    for (const char *part : {"entitymanager", "session", "context", "repository", "database", "storage", "store"})
        if (lower.contains(QLatin1String(part)))
            return true;
    return isOneOf(lower, {u"em", u"db", u"_db", u"dao", u"tx", u"ctx", u"manager", u"repo", u"unscoped"});
}

class Finder {
public:
    Finder(const text::SourceTokens &source, const text::SourceStructure &structure) : m_source(source), m_structure(structure) {}

    std::vector<PersistenceCall> run()
    {
        for (int i = 0; i < int(m_source.tokens.size()); ++i)
            if (at(i).kind == Kind::Word) {
                variable(i);
                chain(i);
                keeper(i);
            }
        return std::move(m_found);
    }

private:
    const SourceToken &at(int i) const { return m_source.at(i); }
    int partner(int i) const { return m_structure.partnerOf(i); }
    bool is(SourceLanguage language) const { return m_source.language == language; }
    bool isDot(int i) const { return at(i).isSign(u".") || at(i).isSign(u"->") || at(i).isSign(u"::"); }

    /// Order order = …, order: Order, order = new Order(…), order = Order.find(…), order *Order
    void variable(int i)
    {
        if (isClassName(at(i)) && at(i + 1).kind == Kind::Word && !isClassName(at(i + 1)) && !at(i + 1).isFirstOnLine)
            m_classOf[at(i + 1).text.toString()] = at(i).text.toString();
        int type = i + 1;
        if (at(type).isSign(u"$") && isClassName(at(i)))
            m_classOf[at(type + 1).text.toString()] = at(i).text.toString(); // Order $order
        const bool isTyped = at(type).isSign(u":") || (is(SourceLanguage::Go) && (at(type).isSign(u"*") || isClassName(at(type))));
        const bool isMade = at(type).isSign(u"=") || at(type).isSign(u":=");
        if ((!isTyped && !isMade) || isClassName(at(i)))
            return;
        type += isClassName(at(type)) ? 0 : 1;
        while (at(type).isWord(u"new") || at(type).isWord(u"await") || at(type).isSign(u"&") || at(type).isSign(u"*"))
            ++type;
        const bool isFunction = isMade && ((is(SourceLanguage::CSharp) && !at(type - 1).isWord(u"new")) || (is(SourceLanguage::Go) && !at(type + 1).isSign(u"{")));
        if (isClassName(at(type)) && !isFunction)
            m_classOf[at(i).text.toString()] = at(type).text.toString();
    }

    QString classOf(int i) const
    {
        if (isClassName(at(i)))
            return at(i).text.toString();
        const auto found = m_classOf.find(at(i).text.toString());
        return found == m_classOf.end() ? QString() : found->second;
    }

    void add(const QString &className, WriteOperation operation, const char *verb, int i, std::vector<SetColumn> columns = {})
    {
        m_found.push_back({className, {operation, QString::fromLatin1(verb), {}, std::move(columns), false, at(i).line, m_structure.scopeOf(i)}});
    }

    /// Order.objects.filter(…).delete(), order.destroy, Order::where(…)->delete()
    void chain(int i)
    {
        const bool isPart = isDot(i - 1) && !at(i - 2).isWord(u"this") && !at(i - 2).isWord(u"self");
        const bool isQuery = isOneOf(at(i).text, isPart ? std::initializer_list<QStringView>{u"query"} : std::initializer_list<QStringView>{u"query", u"update", u"delete"}) && is(SourceLanguage::Python) && at(i + 1).isSign(u"(") && isClassName(at(i + 2)) && partner(i + 1) == i + 3;
        if (isPart && !isQuery)
            return;
        const QString className = isQuery ? at(i + 2).text.toString() : classOf(i);
        if (className.isEmpty())
            return;
        if (isQuery && at(i).isWord(u"delete"))
            add(className, WriteOperation::Delete, "delete", i);
        const bool isUpdate = isQuery && at(i).isWord(u"update");
        for (int link = isQuery ? i + 4 : i + 1; isDot(link) || (at(link).isSign(u"?") && at(link + 1).isSign(u"."));) {
            const int word = at(link).isSign(u"?") ? link + 2 : link + 1;
            const int open = at(word + 1).isSign(u"!") ? word + 2 : word + 1;
            const bool hasGroup = at(open).isSign(u"(") && partner(open) > open;
            if (isDeletion(at(word).text) && (hasGroup || is(SourceLanguage::Ruby) || is(SourceLanguage::Perl)))
                add(className, WriteOperation::Delete, "delete", word);
            else if (hasGroup && isBulkUpdate(at(word).text, isClassName(at(i)) || isQuery, isUpdate))
                add(className, WriteOperation::Update, "update", word, columns(open));
            link = hasGroup ? partner(open) + 1 : word + 1;
        }
    }

    /// An update that passes by whatever sets the watermark when an object is saved.
    bool isBulkUpdate(QStringView word, bool isOfClass, bool isValues) const
    {
        if (is(SourceLanguage::Ruby))
            return isOneOf(word, {u"update_all", u"update_column", u"update_columns"});
        return is(SourceLanguage::Python) && isOfClass && (word == u"update" || (isValues && word == u"values"));
    }

    /// status="paid", status: "paid", "status": "paid", "status = 'paid'", :status, …
    std::vector<SetColumn> columns(int open) const
    {
        std::vector<SetColumn> found;
        for (int i = open + 1; i < partner(open); ++i) {
            const int encloser = m_structure.encloser[std::size_t(i)];
            const bool isDirect = encloser == open || (at(encloser).isSign(u"{") && m_structure.encloser[std::size_t(encloser)] == open);
            if (!isDirect)
                continue;
            const QString text = at(i).kind == Kind::String ? m_source.strings[std::size_t(at(i).string)].text() : at(i).text.toString();
            const bool isNamed = (at(i).kind == Kind::Word || at(i).kind == Kind::String) && (at(i + 1).isSign(u"=") || at(i + 1).isSign(u":") || at(i + 1).isSign(u"=>"));
            const bool isSymbol = at(i).kind == Kind::Word && at(i - 1).isSign(u":") && i - 1 == open + 1;
            if (isNamed || isSymbol)
                found.push_back({{text, false}, valueAt(i + 2)});
            else if (at(i).kind == Kind::String && (i == open + 1 || i == open + 2))
                if (const auto assigned = SqlCursor(text::LinedText(text)).assignments(0))
                    found.insert(found.end(), assigned->columns.begin(), assigned->columns.end());
        }
        return found;
    }

    QString valueAt(int i) const
    {
        return at(i).kind == Kind::String ? QLatin1Char('\'') + m_source.strings[std::size_t(at(i).string)].text() + QLatin1Char('\'') : at(i).text.toString();
    }

    /// entityManager.remove(order), session.delete(order), db.Delete(&order), context.Orders.Remove(order)
    void keeper(int i)
    {
        const bool isCall = isOneOf(at(i).text, {u"remove", u"delete", u"Remove", u"Delete", u"RemoveRange"}) && isDot(i - 1) && at(i + 1).isSign(u"(") && partner(i + 1) > i;
        bool isKept = false;
        for (int receiver = i - 2; isCall && !isKept && at(receiver).kind == Kind::Word; receiver -= 2) {
            isKept = isKeeper(at(receiver).text);
            if (!isDot(receiver - 1))
                break;
        }
        if (isCall && at(i - 2).isSign(u")") && partner(i - 2) > 0)
            isKept = isKept || isKeeper(at(partner(i - 2) - 1).text) || is(SourceLanguage::Go);
        if (!isKept)
            return;
        for (int argument = i + 2; argument < partner(i + 1); ++argument)
            if (at(argument).kind == Kind::Word && !classOf(argument).isEmpty()) {
                add(classOf(argument), WriteOperation::Delete, "delete", i);
                return;
            }
    }

    const text::SourceTokens &m_source;
    const text::SourceStructure &m_structure;
    std::map<QString, QString> m_classOf;
    std::vector<PersistenceCall> m_found;
};

} // namespace

std::vector<PersistenceCall> persistenceCalls(const text::SourceTokens &source, const text::SourceStructure &structure)
{
    return Finder(source, structure).run();
}

} // namespace lakehouse::rules
