-- Brings into bronze_public.day_marks the rows of public.day_marks that moved since the last load: those whose watermark changed_on is at or above the lower bound, or NULL.
MERGE INTO "lake"."bronze_public"."day_marks" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "id" ORDER BY "changed_on" DESC NULLS LAST) AS "_ekos_copy"
        FROM (
            SELECT
                "id",
                "note",
                "changed_on"
            FROM "film_rental"."public"."day_marks"
            WHERE "changed_on" >= CAST(${lower_bound} AT TIME ZONE 'UTC' AS date) OR "changed_on" IS NULL
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."id" = source."id"
WHEN MATCHED THEN UPDATE SET
    "id" = source."id",
    "note" = source."note",
    "changed_on" = source."changed_on",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "id",
    "note",
    "changed_on",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at"
) VALUES (
    source."id",
    source."note",
    source."changed_on",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone)
)
