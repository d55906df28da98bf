-- Removes files older than 7 days that no snapshot needs, of bronze_public.kept_film.
ALTER TABLE "lake"."bronze_public"."kept_film" EXECUTE remove_orphan_files(retention_threshold => '7d')
