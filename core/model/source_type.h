#pragma once

#include "describe/fwd.h"

#include <QString>

#include <optional>
#include <vector>

namespace lakehouse::model {

/// What kind of type stands behind a column once domains are resolved.
enum class TypeKind { Base, Enum, Composite, Range, Multirange, Pseudo };

/// The type of a column, resolved: domains to what they stand for, arrays to their element.
struct SourceType {
    QString declared = {};               ///< as the source prints it: "numeric(10,2)", "public.rating[]"
    QString schema = {};                 ///< of the element's resolved type: "pg_catalog", "public"
    QString name = {};                   ///< of the element's resolved type as the catalog stores it: "int4", "numeric", "varchar", "rating"
    TypeKind kind = TypeKind::Base;
    std::optional<qint64> length = {};   ///< characters of char(n) and varchar(n), bits of bit(n)
    std::optional<qint64> precision = {};///< of numeric; of time types the digits of a second when declared
    std::optional<qint64> scale = {};    ///< of numeric; may be negative or above the precision
    qint64 arrayDimensions = 0;          ///< as declared; 0: no array. PostgreSQL does not enforce it.
    std::optional<QString> domain = {};  ///< "public.positive_amount": the outermost domain
    std::vector<QString> enumLabels = {};///< in the order of the enum
    friend bool operator==(const SourceType &, const SourceType &) = default;
};

/// Of a table or of a domain.
struct SourceCheck {
    QString name = {};
    QString expression = {}; ///< as pg_get_constraintdef prints it
    bool isValidated = true;
    friend bool operator==(const SourceCheck &, const SourceCheck &) = default;
};

struct SourceEnum {
    QString schema = {};
    QString name = {};
    std::vector<QString> labels = {}; ///< in the order of the enum, which need not be that of the letters
    std::optional<QString> comment = {};
    friend bool operator==(const SourceEnum &, const SourceEnum &) = default;
};

struct SourceDomain {
    QString schema = {};
    QString name = {};
    SourceType base = {};             ///< declared: what it was made of, which may be a domain again; the rest is resolved to the end
    bool isNotNull = false;
    std::optional<QString> defaultExpression = {};
    std::vector<SourceCheck> checks = {}; ///< by name; those of a domain underneath stand with that one
    std::optional<QString> comment = {};
    friend bool operator==(const SourceDomain &, const SourceDomain &) = default;
};

struct SourceAttribute {
    QString name = {};
    qint64 position = 0;
    SourceType type = {};
    std::optional<QString> comment = {};
    friend bool operator==(const SourceAttribute &, const SourceAttribute &) = default;
};

/// A type of its own; the row types that every table brings are not listed.
struct SourceCompositeType {
    QString schema = {};
    QString name = {};
    std::vector<SourceAttribute> attributes = {}; ///< by position
    std::optional<QString> comment = {};
    friend bool operator==(const SourceCompositeType &, const SourceCompositeType &) = default;
};

struct SourceRangeType {
    QString schema = {};
    QString name = {};
    SourceType subtype = {};
    std::optional<QString> multirange = {}; ///< name in the same schema; before PostgreSQL 14 there is none
    std::optional<QString> comment = {};
    friend bool operator==(const SourceRangeType &, const SourceRangeType &) = default;
};

const describe::TypeInfo &typeOf(describe::Describe<TypeKind>);
const describe::TypeInfo &typeOf(describe::Describe<SourceType>);
const describe::TypeInfo &typeOf(describe::Describe<SourceCheck>);
const describe::TypeInfo &typeOf(describe::Describe<SourceEnum>);
const describe::TypeInfo &typeOf(describe::Describe<SourceDomain>);
const describe::TypeInfo &typeOf(describe::Describe<SourceAttribute>);
const describe::TypeInfo &typeOf(describe::Describe<SourceCompositeType>);
const describe::TypeInfo &typeOf(describe::Describe<SourceRangeType>);

} // namespace lakehouse::model
