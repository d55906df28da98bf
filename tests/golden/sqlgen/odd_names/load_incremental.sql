-- Brings into bronze_public.odd_names the rows of public."${run_id} ""o'dd""\n; drop table x -- таблица" that moved since the last load: those whose watermark когда is at or above the lower bound, or NULL.
MERGE INTO "lake"."bronze_public"."odd_names" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "select" ORDER BY "когда" DESC NULLS LAST) AS "_ekos_copy_"
        FROM (
            SELECT
                "select",
                "it's ${lower_bound}",
                "a""b.c",
                "_ekos_copy",
                "когда"
            FROM "film_rental"."public"."${run_id} ""o'dd""
; drop table x -- таблица"
            WHERE "когда" >= ${lower_bound} OR "когда" IS NULL
        ) AS moved
    )
    WHERE "_ekos_copy_" = 1
) AS source
ON coalesce(CAST(bronze."select" AS varchar), '') = coalesce(CAST(source."select" AS varchar), '') AND (bronze."select" IS NULL) = (source."select" IS NULL)
WHEN MATCHED THEN UPDATE SET
    "select" = source."select",
    "it's ${lower_bound}" = source."it's ${lower_bound}",
    "a""b.c" = source."a""b.c",
    "_ekos_copy" = source."_ekos_copy",
    "когда" = source."когда",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "select",
    "it's ${lower_bound}",
    "a""b.c",
    "_ekos_copy",
    "когда",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at"
) VALUES (
    source."select",
    source."it's ${lower_bound}",
    source."a""b.c",
    source."_ekos_copy",
    source."когда",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone)
)
