-- Removes files older than 7 days that no snapshot needs, of bronze_public.film.
ALTER TABLE "lake"."bronze_public"."film" EXECUTE remove_orphan_files(retention_threshold => '7d')
