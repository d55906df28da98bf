#pragma once

#include "kit/diff_colours.h"
#include "kit/diff_places.h"
#include "kit/diff_search.h"

#include "text/diff.h"

#include <QObject>
#include <QTimer>

namespace lakehouse::views {

/// The work behind a comparison on screen, done in short pieces on the event loop: comparing, finding, colouring, and the patch.
class DiffSession : public QObject {
    Q_OBJECT
public:
    explicit DiffSession(QObject *parent = nullptr);

    /// Small files are compared before this returns. The same files again change nothing.
    void setFiles(std::vector<text::DiffFile> files);
    void setIgnoresWhitespace(bool ignores);
    bool ignoresWhitespace() const { return m_ignoresWhitespace; }
    DiffModel &model() { return m_model; }
    DiffColours &colours() { return m_colours; }
    const std::vector<text::DiffFile> &files() const { return m_files; }
    /// No file has an earlier version.
    bool isAllNew() const;
    bool isComparing() const { return m_job.has_value(); }
    /// What is in the model is about earlier files.
    bool isOutdated() const { return m_areFilesNew; }
    /// Gives up comparing; the model is then empty.
    void stop();
    void compareAgain();
    bool isSettled() const;
    /// Of all files together; see DiffPlaces::files.
    quint64 key() const { return m_key; }
    quint64 keyOf(const QString &path) const { return m_keys.value(path); }

    void search(const QString &needle);
    const DiffSearch &found() const { return m_search; }
    /// Answers with patchReady().
    void makePatch();
    void wake();

Q_SIGNALS:
    /// A new comparison is in the model. Of the same files: only the options changed.
    void compared(bool isOfSameFiles);
    void stopped();
    void searched();
    void coloured();
    void patchReady(const QByteArray &patch);
    void settled();

private:
    void compare();
    void step();
    void finishComparing();

    std::vector<text::DiffFile> m_files;
    QHash<QString, quint64> m_keys;
    quint64 m_key = 0;
    bool m_ignoresWhitespace = false;
    bool m_areFilesNew = false;
    std::shared_ptr<const text::DiffDocument> m_document;
    std::optional<text::DiffJob> m_job;
    bool m_isJobDone = false; ///< and its document is not taken up yet
    std::optional<text::DiffJob> m_patchJob;
    DiffModel m_model;
    DiffColours m_colours;
    DiffSearch m_search;
    QString m_needle;
    QTimer m_timer;
};

} // namespace lakehouse::views
