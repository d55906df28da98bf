-- Forgets the snapshots older than 7 days of bronze_public.kept_film_actor.
ALTER TABLE "lake"."bronze_public"."kept_film_actor" EXECUTE expire_snapshots(retention_threshold => '7d')
