-- Brings into bronze_public.kept_film all rows of public.kept_film; rows that it no longer has stay.
MERGE INTO "lake"."bronze_public"."kept_film" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "film_id") AS "_ekos_copy"
        FROM (
            SELECT
                "film_id",
                CAST("title" AS varchar) AS "title",
                CAST("release_year" AS integer) AS "release_year",
                "special_features",
                lower("length") AS "length"
            FROM "film_rental"."public"."kept_film"
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."film_id" = source."film_id"
WHEN MATCHED THEN UPDATE SET
    "film_id" = source."film_id",
    "title" = source."title",
    "release_year" = source."release_year",
    "special_features" = source."special_features",
    "length" = source."length",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone),
    "_ekos_purged_at_source" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "film_id",
    "title",
    "release_year",
    "special_features",
    "length",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at",
    "_ekos_purged_at_source"
) VALUES (
    source."film_id",
    source."title",
    source."release_year",
    source."special_features",
    source."length",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone),
    CAST(NULL AS timestamp(6) with time zone)
)
