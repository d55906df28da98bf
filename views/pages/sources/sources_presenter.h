#pragma once

#include "api/operations/evidence.h"
#include "api/operations/pipeline.h"
#include "api/operations/project.h"
#include "api/operations/sources.h"
#include "model/fact_bodies.h"
#include "shell/page_work.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <optional>

namespace lakehouse::views {

/// What a person typed about a source, before and after it is saved.
struct SourceDraft {
    QString name = {};
    QString kind = QStringLiteral("postgresql");
    QString connect = {};                 ///< host:port/database
    QString user = {};
    QString passwordEnv = {};
    std::vector<QString> schemas = {};
    QString tlsMode = {};
    QString tlsRootCertificate = {};
    bool extract = false;
    friend bool operator==(const SourceDraft &, const SourceDraft &) = default;
};

/// The last try of a source: under way, its answer, or why there is none.
struct SourceTrial {
    bool isRunning = false;
    bool isFromBefore = false;            ///< `test` was made before the console started
    std::optional<api::SourceTest> test = {};
    std::optional<base::Error> error = {};
    friend bool operator==(const SourceTrial &, const SourceTrial &) = default;
};

/// One reading of a source's catalog, as the ledger has it.
struct SourceReading {
    api::LedgerLine line = {};
    std::optional<model::CatalogFact> fact = {}; ///< nothing: this program cannot read it
};

SourceReading sourceReading(const api::LedgerLine &line);

struct SourcesState {
    bool isReading = false;
    std::optional<api::SourceList> list = {};
    std::optional<base::UtcTime> readAtUtc = {};
    std::optional<base::Error> error = {};
    std::map<QString, SourceTrial> trials = {}; ///< by name of the source
    QString source = {};                        ///< the selected one; empty: none
    std::vector<SourceReading> history = {};    ///< of the selected one, newest first
    std::vector<model::Run> changes = {};       ///< of the entries in ekos.toml: added, edited, removed; newest first
    std::map<QString, QString> reasons = {};    ///< of those, by id of the run
};

/// What the person is asked for when the password of a source is missing.
PasswordWanted wantedPassword(const api::SourceRow &row);

/// Asks and holds; paints nothing. Never sees a password: those go from the form to the Credentials of the host.
class SourcesPresenter : public QObject {
    Q_OBJECT
public:
    explicit SourcesPresenter(PageHost &host, QObject *parent = nullptr);
    ~SourcesPresenter() override;

    const SourcesState &state() const { return m_state; }
    /// What was asked for last: "evidence.analyze", "sources.add", …
    const PageWork &work() const { return m_work; }
    const api::SourceRow *row() const;
    const api::SourceRow *find(const QString &name) const;

    void refresh();
    /// Gives up what is being read; a late answer of it is ignored.
    void stopReading();
    void pulse(const api::ProjectPulse &pulse);
    void select(const QString &source);

    /// Tries a saved source. Where its password is missing and no keyring can have it, the person is asked for it, and it is tried again.
    void test(const QString &source);
    /// Gives up every try at once; what was known of them before stays.
    void stopTests();
    /// The sources that are being tried.
    QStringList tried() const;
    /// Tries what was typed; ends with draftTested.
    void testDraft(const SourceDraft &draft);
    void stopDraftTest();
    void add(const SourceDraft &draft);
    void edit(const SourceDraft &draft);
    /// Ends with removed.
    void remove(const QString &source, const QString &reason);
    /// Reads the source's catalog again.
    void readAgain(const QString &source);
    void stopWork();
    void dismissWorkError();

Q_SIGNALS:
    void listChanged();
    void sourceChanged(); ///< trial or history of the selected source, or what was changed of any
    void workChanged();
    void draftTested(const SourceTrial &trial);
    void saved(const QString &source);
    void removed(const QString &source);
    void settled();

private:
    template<api::OperationRequest R>
    void start(R request, std::function<void(const typename R::Answer &)> done = [](const typename R::Answer &) {});
    template<api::OperationRequest R>
    R ofDraft(const SourceDraft &draft) const;
    void read();
    void listCame(const base::Result<api::SourceList> &answer);
    void historyCame(const api::LedgerPage &page);
    void changesCame(const api::RunList &list, const QString &settingsDigest);
    void readHistory();
    void readChanges();
    void readReason(const model::Run &run);
    void recallTrials();
    void keepTrials();
    void askForPassword(const QString &source, const api::SourceTest &test);

    SourcesState m_state;
    PageCalls m_calls;
    PageCall m_reading;
    PageCall m_historyReading;
    PageCall m_draftTest;
    std::map<QString, PageCall> m_tests; ///< by name of the source
    PageCall m_changesReading;
    std::map<QString, PageCall> m_reasonReadings; ///< by id of the run
    PageWork m_work;
    bool m_isReadAgain = false; ///< something moved while it was read
    bool m_areTrialsRecalled = false;
    QString m_settingsDigest;
    QString m_changesDigest; ///< of the settings whose changes were read; empty: none were
    qint64 m_ledgerEntries = -1;
};

} // namespace lakehouse::views
