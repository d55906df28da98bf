#include "pages/pipeline/reconciliation_view.h"

#include "kit/data_table.h"
#include "kit/empty_state.h"
#include "kit/fitting_scroll.h"
#include "kit/localized.h"
#include "kit/pair_bar.h"
#include "kit/sentence_list.h"
#include "kit/theme.h"
#include "pages/pipeline/pipeline_words.h"

#include <QCoreApplication>
#include <QVBoxLayout>

namespace lakehouse::views {

namespace {

QString kindWords(const QString &kind)
{
    if (kind == QLatin1String("count"))
        return ReconciliationView::tr("number of rows");
    if (kind == QLatin1String("aggregate"))
        return ReconciliationView::tr("aggregate");
    if (kind == QLatin1String("differs"))
        return ReconciliationView::tr("value");
    if (kind == QLatin1String("missing in bronze"))
        return ReconciliationView::tr("missing in bronze");
    return kind == QLatin1String("only in bronze") ? ReconciliationView::tr("only in bronze") : kind;
}

/// One difference a row. The key of the row that has it is what the list is for: it stands where the narrowest pane shows it.
class MismatchRows final : public TableRows {
public:
    enum Column { TierColumn, Key, ColumnName, Kind, Measure, Bucket, Source, Bronze };

    explicit MismatchRows(const model::TableReconciliation &reconciliation)
    {
        for (const model::TierResult &tier : reconciliation.tiers)
            m_mismatches.insert(m_mismatches.end(), tier.mismatches.begin(), tier.mismatches.end());
    }

    static std::vector<TableColumn> columns()
    {
        const auto column = [](const char *id, const char *title, CellKind kind, int width) {
            return TableColumn{QString::fromLatin1(id), QCoreApplication::translate("ReconciliationView", title), {}, kind, width, false};
        };
        return {column("tier", QT_TRANSLATE_NOOP("ReconciliationView", "Tier"), CellKind::Text, 50),
                column("key", QT_TRANSLATE_NOOP("ReconciliationView", "Key"), CellKind::Text, 130),
                column("column", QT_TRANSLATE_NOOP("ReconciliationView", "Column"), CellKind::Text, 110),
                column("kind", QT_TRANSLATE_NOOP("ReconciliationView", "What differs"), CellKind::Text, 120),
                column("measure", QT_TRANSLATE_NOOP("ReconciliationView", "Measure"), CellKind::Text, 100),
                column("bucket", QT_TRANSLATE_NOOP("ReconciliationView", "Bucket"), CellKind::Number, 70),
                column("source", QT_TRANSLATE_NOOP("ReconciliationView", "Source"), CellKind::Text, 100),
                column("bronze", QT_TRANSLATE_NOOP("ReconciliationView", "Bronze"), CellKind::Text, 100)};
    }

    qsizetype count() const override { return qsizetype(m_mismatches.size()); }
    QString id(qsizetype row) const override { return QString::number(row); }

    QString text(qsizetype row, int column) const override
    {
        const model::Mismatch &mismatch = m_mismatches[std::size_t(row)];
        switch (column) {
        case TierColumn: return mismatch.tier == model::Tier::V1 ? QStringLiteral("V1") : mismatch.tier == model::Tier::V2 ? QStringLiteral("V2") : QStringLiteral("V3");
        case Kind: return kindWords(mismatch.kind);
        case ColumnName: return mismatch.column.value_or(QString());
        case Key: return QStringList(mismatch.key.begin(), mismatch.key.end()).join(QStringLiteral(", "));
        case Measure: return mismatch.measure.value_or(QString());
        case Bucket: return mismatch.bucket ? countText(*mismatch.bucket) : QString();
        case Source: return mismatch.source;
        case Bronze: return mismatch.bronze;
        }
        return {};
    }

    std::optional<double> number(qsizetype row, int column) const override
    {
        const auto &bucket = m_mismatches[std::size_t(row)].bucket;
        return column == Bucket && bucket ? std::optional(double(*bucket)) : std::nullopt;
    }

private:
    std::vector<model::Mismatch> m_mismatches;
};

} // namespace

ReconciliationView::ReconciliationView(QWidget *parent)
    : QWidget(parent), m_totals(new PairBar), m_tiers(new SentenceList), m_mismatches(new DataTable(MismatchRows::columns())),
      m_empty(new EmptyState(IconName::CircleDashed, tr("Here the source stands against bronze, down to the key of a row."),
                             tr("This table was not compared yet: run the pipeline, or reconcile it now.")))
{
    setObjectName(QStringLiteral("reconciliation-view"));
    m_totals->setObjectName(QStringLiteral("reconciliation-totals"));
    m_tiers->setObjectName(QStringLiteral("reconciliation-tiers"));
    m_tiers->setAccessibleName(tr("What each check found"));
    m_mismatches->setObjectName(QStringLiteral("mismatches"));
    m_mismatches->setAccessibleName(tr("Mismatches"));
    m_mismatches->setExportName(ExportScope::Object, QStringLiteral("mismatches"));
    // In a low window all of it scrolls: a squeezed mismatch cannot be read.
    constexpr int rowsInSight = 7; // filter, header, some rows and the footer
    m_mismatches->setMinimumHeight(rowsInSight * Theme::instance().rowHeight());
    auto *silver = new SentenceList;
    silver->setObjectName(QStringLiteral("reconciliation-silver"));
    silver->setSentences({{.text = tr("Silver waits: none is made yet, so neither is it compared with bronze, nor has it tests."), .status = Status::Skipped}});
    auto *scroll = new FittingScroll;
    m_body = scroll;
    scroll->column()->setSpacing(Theme::instance().space(Space::Medium));
    scroll->column()->addWidget(m_totals);
    scroll->column()->addWidget(m_tiers);
    scroll->column()->addWidget(m_mismatches, 1);
    scroll->column()->addWidget(silver);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_body, 1);
    layout->addWidget(m_empty);
    setReconciliation(std::nullopt, std::nullopt);
}

void ReconciliationView::setReconciliation(const std::optional<model::TableReconciliation> &reconciliation, const std::optional<base::UtcTime> &when)
{
    m_body->setVisible(reconciliation.has_value());
    m_empty->setVisible(!reconciliation);
    if (!reconciliation || (reconciliation == m_shown && when == m_shownWhen))
        return;
    m_shown = reconciliation;
    m_shownWhen = when;
    const qint64 difference = reconciliation->bronzeRows - reconciliation->sourceRows;
    m_totals->setPair(when ? tr("Rows at %1").arg(localized(*when)) : tr("Rows"), {tr("Source"), double(reconciliation->sourceRows), countText(reconciliation->sourceRows)},
                      {tr("Bronze"), double(reconciliation->bronzeRows), countText(reconciliation->bronzeRows)},
                      difference != 0 ? countDifference(*reconciliation) : reconciliation->isGreen() ? QString() : tr("As many rows, but not the same"));
    m_tiers->setSentences(reconciliationSentences(*reconciliation));
    const auto rows = std::make_shared<MismatchRows>(*reconciliation);
    m_mismatches->setVisible(rows->count() > 0);
    m_mismatches->setRows(rows);
}

} // namespace lakehouse::views
