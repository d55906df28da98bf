-- Makes the empty bronze table bronze_public.kept_film_actor, unless it is there.
CREATE TABLE IF NOT EXISTS "lake"."bronze_public"."kept_film_actor" (
    "actor_id" integer,
    "film_id" integer,
    "price" decimal(10,2),
    "roles" array(varchar),
    "last_update" timestamp(6) with time zone,
    "_ekos_loaded_at" timestamp(6) with time zone,
    "_ekos_run_id" varchar,
    "_ekos_deleted_at" timestamp(6) with time zone,
    "_ekos_purged_at_source" timestamp(6) with time zone
)
WITH (format = 'PARQUET', format_version = 2)
