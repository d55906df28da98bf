-- Joins the small files of bronze_public.kept_film_actor.
ALTER TABLE "lake"."bronze_public"."kept_film_actor" EXECUTE optimize(file_size_threshold => '100MB')
