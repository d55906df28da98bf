#pragma once

class QLayout;
class QWidget;

namespace lakehouse::views {

/// Takes everything out of the layout and deletes it soon: what is taken out may be what just called.
void discardAll(QLayout &layout);
/// Controls that are made later come last in the window for the Tab key; this puts those below the container, in their order, where it stands.
void keepTogether(QWidget &container);

} // namespace lakehouse::views
