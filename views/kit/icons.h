#pragma once

#include "kit/tokens.h"

#include <QIcon>
#include <QRectF>

class QPainter;

namespace lakehouse::views {

/// The icons of the console; icons.cpp says which file of resources/icons each one is.
enum class IconName {
    ScanSearch, BookOpenText, BadgeCheck, ClipboardList, ListChecks, Layers, ChartBar, Database, GitCompareArrows, Coffee, HardDriveDownload,
    Activity, Settings, Play, CircleStop, RefreshCw, Undo, History, Funnel, Search, Link, Download, Copy, MessageSquare, GitMerge,
    GitPullRequest, Diff, Columns, Rows, Waypoints, Focus, ZoomIn, ZoomOut, Maximize, KeyRound, Lock, Bell, CircleQuestion, CircleDashed,
    Circle, LoaderCircle, CircleAlert, CircleCheck, TriangleAlert, CircleX, ClockAlert, Ban, CircleSlash, ChevronRight, ChevronDown, ChevronUp,
    ChevronLeft, X, Plus, Pencil, Trash, Eye, EyeOff, ExternalLink, PanelBottom, User, Ellipsis, ArrowUp, ArrowDown, Table, Check,
    Info, Minus
};
inline constexpr int iconCount = int(IconName::Minus) + 1;

/// Painted in the colour that the role has at the moment of painting: an icon made before a change of theme is right after it.
QIcon icon(IconName name, ColorRole role = ColorRole::TextSecondary);

/// Fills the rectangle as well as a square can, strokes of two units on a grid of 24.
void paintIcon(QPainter *painter, IconName name, const QRectF &rectangle, const QColor &color);

/// For labels, which hold pixels: to be made anew when the theme changed.
QPixmap iconPixmap(IconName name, int side, const QColor &color, qreal pixelRatio);

} // namespace lakehouse::views
