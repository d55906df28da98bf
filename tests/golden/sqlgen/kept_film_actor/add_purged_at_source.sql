-- Gives bronze_public.kept_film_actor the column _ekos_purged_at_source, unless it is there.
ALTER TABLE "lake"."bronze_public"."kept_film_actor" ADD COLUMN IF NOT EXISTS "_ekos_purged_at_source" timestamp(6) with time zone
