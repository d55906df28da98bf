#include "views/kit_lineage/lineage_samples.h"

#include <array>

namespace lakehouse::test {

using views::ColorRole;
using views::GraphEdge;
using views::GraphNode;

namespace {

const std::array<QString, 16> &tableNames()
{
    static const std::array<QString, 16> names{
        QStringLiteral("film"), QStringLiteral("rental"), QStringLiteral("inventory"), QStringLiteral("customer"), QStringLiteral("payment"),
        QStringLiteral("store"), QStringLiteral("staff"), QStringLiteral("address"), QStringLiteral("city"), QStringLiteral("country"),
        QStringLiteral("category"), QStringLiteral("film_category"), QStringLiteral("actor"), QStringLiteral("film_actor"),
        QStringLiteral("language"), QStringLiteral("payment_p2024_01")};
    return names;
}

QString tableName(int number)
{
    const auto size = int(tableNames().size());
    const QString &name = tableNames()[std::size_t(number % size)];
    return number < size ? name : QStringLiteral("%1_%2").arg(name).arg(number / size);
}

} // namespace

GraphNode node(const QString &id, int layer, const QString &label, const QString &group)
{
    static const std::array<QString, 4> words{QStringLiteral("Source"), QStringLiteral("Bronze"), QStringLiteral("Silver"), QStringLiteral("Mart")};
    static const std::array<ColorRole, 4> colors{ColorRole::LayerSource, ColorRole::LayerBronze, ColorRole::LayerSilver, ColorRole::LayerMart};
    return {.id = id, .label = label.isEmpty() ? id : label, .caption = words[std::size_t(layer)], .group = group, .layer = layer,
            .color = colors[std::size_t(layer)]};
}

GraphEdge edge(const QString &from, const QString &to, const QString &how)
{
    return {.from = from, .to = to, .how = how};
}

Lineage film()
{
    const QString source = QStringLiteral("source/film");
    const QString bronze = QStringLiteral("bronze/film");
    const QString silver = QStringLiteral("silver/film");
    const QString id = QStringLiteral("film_id");
    const QString title = QStringLiteral("title");
    const QString year = QStringLiteral("release_year");
    Lineage lineage{{node(source, 0, QStringLiteral("public.film"), QStringLiteral("public")),
                     node(bronze, 1, QStringLiteral("lake.bronze_public.film"), QStringLiteral("bronze_public")),
                     node(silver, 2, QStringLiteral("lake.silver.film"), QStringLiteral("silver"))},
                    {}};
    lineage.nodes[0].note = QStringLiteral("1 000 rows");
    for (GraphNode &it : lineage.nodes)
        it.columns = {{id, QStringLiteral("integer")}, {title, QStringLiteral("varchar")}, {year, QStringLiteral("integer")}};
    for (const QString &column : {id, title, year})
        lineage.edges.push_back({.from = source, .to = bronze, .fromColumn = column, .toColumn = column});
    const QString how = QStringLiteral("concat(title, ' (', cast(release_year AS varchar), ')')");
    lineage.edges.push_back({.from = bronze, .to = silver, .fromColumn = id, .toColumn = id});
    lineage.edges.push_back({.from = bronze, .to = silver, .fromColumn = title, .toColumn = title, .how = how});
    lineage.edges.push_back({.from = bronze, .to = silver, .fromColumn = year, .toColumn = title, .how = how});
    return lineage;
}

Lineage pipeline(int tables, int marts)
{
    Lineage lineage;
    for (int i = 0; i < tables; ++i) {
        const QString name = tableName(i);
        const QString schema = i % 3 == 2 ? QStringLiteral("archive") : QStringLiteral("public");
        lineage.nodes.push_back(node(QStringLiteral("source/") + name, 0, schema + QLatin1Char('.') + name, schema));
        lineage.nodes.push_back(node(QStringLiteral("bronze/") + name, 1, QStringLiteral("lake.bronze_%1.%2").arg(schema, name),
                                     QStringLiteral("bronze_") + schema));
        lineage.nodes.push_back(node(QStringLiteral("silver/") + name, 2, QStringLiteral("lake.silver.") + name, QStringLiteral("silver")));
        lineage.edges.push_back(edge(QStringLiteral("source/") + name, QStringLiteral("bronze/") + name));
        lineage.edges.push_back(edge(QStringLiteral("bronze/") + name, QStringLiteral("silver/") + name,
                                     QStringLiteral("SELECT * FROM film_current")));
    }
    for (int i = 0; i < marts; ++i) {
        const QString id = QStringLiteral("mart/mart_%1").arg(i);
        lineage.nodes.push_back(node(id, 3, QStringLiteral("lake.gold.revenue_%1").arg(i), QStringLiteral("gold")));
        for (int k = 0; k < 4; ++k)
            lineage.edges.push_back(edge(QStringLiteral("silver/") + tableName((i * 5 + k * 3) % tables), id));
    }
    return lineage;
}

Lineage relations()
{
    Lineage lineage;
    for (const QString &name : tableNames())
        lineage.nodes.push_back(node(QStringLiteral("public.") + name, 0, QStringLiteral("public.") + name, QStringLiteral("public")));
    const auto refer = [&](const char *from, const char *to, const char *how) {
        const QString prefix = QStringLiteral("public.");
        lineage.edges.push_back({.from = prefix + QLatin1String(from), .to = prefix + QLatin1String(to), .how = QLatin1String(how)});
    };
    refer("rental", "inventory", "rental.inventory_id = inventory.inventory_id");
    refer("rental", "customer", "rental.customer_id = customer.customer_id");
    refer("inventory", "film", "inventory.film_id = film.film_id");
    refer("inventory", "store", "inventory.store_id = store.store_id");
    refer("store", "staff", "store.manager_staff_id = staff.staff_id");
    refer("staff", "store", "staff.store_id = store.store_id");
    refer("film_category", "film", "film_category.film_id = film.film_id");
    refer("film_category", "category", "film_category.category_id = category.category_id");
    refer("film_actor", "film", "film_actor.film_id = film.film_id");
    refer("film_actor", "actor", "film_actor.actor_id = actor.actor_id");
    refer("film", "language", "film.language_id = language.language_id");
    refer("customer", "address", "customer.address_id = address.address_id");
    refer("address", "city", "address.city_id = city.city_id");
    refer("city", "country", "city.country_id = country.country_id");
    refer("payment", "rental", "payment.rental_id = rental.rental_id");
    refer("payment_p2024_01", "rental", "payment_p2024_01.rental_id = rental.rental_id");
    lineage.edges.back().label = QStringLiteral("inferred");
    lineage.edges.back().isInferred = true;
    return lineage;
}

} // namespace lakehouse::test
