-- Gives bronze_public.kept_film the column _ekos_deleted_at, unless it is there.
ALTER TABLE "lake"."bronze_public"."kept_film" ADD COLUMN IF NOT EXISTS "_ekos_deleted_at" timestamp(6) with time zone
