-- Brings into bronze_public.kept_film_actor the rows of public.kept_film_actor that moved since the last load: those whose watermark last_update is at or above the lower bound, or NULL.
MERGE INTO "lake"."bronze_public"."kept_film_actor" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "actor_id", "film_id" ORDER BY "last_update" DESC NULLS LAST) AS "_ekos_copy"
        FROM (
            SELECT
                "actor_id",
                "film_id",
                "price",
                "roles",
                "last_update"
            FROM "film_rental"."public"."kept_film_actor"
            WHERE "last_update" >= ${lower_bound} OR "last_update" IS NULL
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."actor_id" = source."actor_id"
    AND bronze."film_id" = source."film_id"
WHEN MATCHED THEN UPDATE SET
    "actor_id" = source."actor_id",
    "film_id" = source."film_id",
    "price" = source."price",
    "roles" = source."roles",
    "last_update" = source."last_update",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone),
    "_ekos_purged_at_source" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "actor_id",
    "film_id",
    "price",
    "roles",
    "last_update",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at",
    "_ekos_purged_at_source"
) VALUES (
    source."actor_id",
    source."film_id",
    source."price",
    source."roles",
    source."last_update",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone),
    CAST(NULL AS timestamp(6) with time zone)
)
