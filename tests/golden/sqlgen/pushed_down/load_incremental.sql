-- Brings into bronze_public.pushed_down the rows of public."Pushed Down" that moved since the last load: those whose watermark Changed is at or above the lower bound, or NULL.
MERGE INTO "lake"."bronze_public"."pushed_down" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "id" ORDER BY "changed" DESC NULLS LAST) AS "_ekos_copy"
        FROM (
            SELECT
                CAST("id" AS bigint) AS "id",
                CAST("amount" AS decimal(38,4)) AS "amount",
                "it's",
                "flag",
                "changed"
            FROM TABLE("film_rental".system.query(query => 'SELECT "ID" AS "id",
    CAST("Amount" AS numeric(38,4)) AS "amount",
    "it''s",
    coalesce("flag", E''\\''''${run_id}'') AS "flag",
    "Changed" AS "changed"
FROM "public"."Pushed Down"
WHERE "Changed" >= CAST(${lower_bound} AT TIME ZONE ''UTC'' AS timestamp(6)) OR "Changed" IS NULL'))
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."id" = source."id"
WHEN MATCHED THEN UPDATE SET
    "id" = source."id",
    "amount" = source."amount",
    "it's" = source."it's",
    "flag" = source."flag",
    "changed" = source."changed",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "id",
    "amount",
    "it's",
    "flag",
    "changed",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at"
) VALUES (
    source."id",
    source."amount",
    source."it's",
    source."flag",
    source."changed",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone)
)
