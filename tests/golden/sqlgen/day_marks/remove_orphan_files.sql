-- Removes files older than 7 days that no snapshot needs, of bronze_public.day_marks.
ALTER TABLE "lake"."bronze_public"."day_marks" EXECUTE remove_orphan_files(retention_threshold => '7d')
