-- Removes files older than 7 days that no snapshot needs, of bronze_public.odd_names.
ALTER TABLE "lake"."bronze_public"."odd_names" EXECUTE remove_orphan_files(retention_threshold => '7d')
