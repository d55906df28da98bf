#include "adapters/project/settings_template.h"

namespace lakehouse::adapters {

QString settingsTemplate()
{
    return QString::fromUtf8(R"toml(# Settings of this project. Every key is described in docs/user/configuration.md.
# Passwords never stand here: keys that end in "-env" hold the name of an environment variable.

[project]
# name = "film-rental"                 # default: the name of this folder
environment = "test"                   # or "production"

[extensions.lakehouse]
trino-url           = "http://127.0.0.1:58080"
# trino-user        = "ekos"
# trino-password-env = "EKOS_LH_TRINO_PASSWORD"   # needs an https:// address
polaris-health-url  = "http://127.0.0.1:58182/q/health"
s3-url              = "http://127.0.0.1:58333"
dagster-url         = "http://127.0.0.1:53000"
# dagster-location  = "film-rental"    # default: the project's name

# The source: a PostgreSQL database and the Trino catalog that reads it.
source              = "127.0.0.1:55433"
source-database     = "film_rental"
source-user         = "ekos"
source-password-env = "EKOS_LH_PG_PASSWORD"
source-catalog      = "film_rental"
# source-schemas    = ["public"]       # default: all but the system's
# source-tls-mode   = "verify-full"    # default: "prefer" on this machine, "require" elsewhere

# lake-catalog      = "lake"
# bronze-schema-prefix = "bronze_"
# bronze-schedule   = "0 * * * *"      # cron; without it nothing runs by itself
# maintenance-schedule = "30 2 * * *"  # old snapshots and left-over files; "none" for never
# time-zone         = "UTC"            # of the schedules

# late-arrival-minutes = 60            # overlap where open transactions cannot be seen
# load-parallelism  = 4
# mass-delete-percent = 5              # more vanished keys than this stop a load
# mass-delete-rows  = 10000
# snapshot-retention-days = 7
# history           = ["public.customer"]
# require-signoff   = false
# require-plan-approval = false
# git-remote        = "origin"

# [extensions.lakehouse.watermarks]    # used only where a trigger proves the column
# "public.film" = "last_update"

# [extensions.lakehouse.pii]
# "public.customer.email" = "hmac"     # key from EKOS_LH_PII_KEY
# "public.staff.password" = "null"

# [extensions.lakehouse.policy]        # commit, propose or hold
# new-table = "commit"

# [extensions.lakehouse.approval]
# require-reason = false
# four-eyes = false

# Further databases, which are analyzed and documented but not loaded; an Oracle source is named here too.
# [[databases]]
# name = "erp"
# kind = "oracle"
# connect = "db-host:1521/ORCLPDB1"
# user = "ekos_ro"
# password-env = "ERP_DB_PASSWORD"
# owners = ["ADEMPIERE"]
)toml");
}

} // namespace lakehouse::adapters
