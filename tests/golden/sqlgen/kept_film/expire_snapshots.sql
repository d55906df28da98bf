-- Forgets the snapshots older than 7 days of bronze_public.kept_film.
ALTER TABLE "lake"."bronze_public"."kept_film" EXECUTE expire_snapshots(retention_threshold => '7d')
