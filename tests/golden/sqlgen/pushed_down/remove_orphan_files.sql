-- Removes files older than 7 days that no snapshot needs, of bronze_public.pushed_down.
ALTER TABLE "lake"."bronze_public"."pushed_down" EXECUTE remove_orphan_files(retention_threshold => '7d')
