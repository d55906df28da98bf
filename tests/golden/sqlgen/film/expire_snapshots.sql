-- Forgets the snapshots older than 7 days of bronze_public.film.
ALTER TABLE "lake"."bronze_public"."film" EXECUTE expire_snapshots(retention_threshold => '7d')
