-- Forgets the snapshots older than 7 days of bronze_public.film_actor.
ALTER TABLE "lake"."bronze_public"."film_actor" EXECUTE expire_snapshots(retention_threshold => '7d')
