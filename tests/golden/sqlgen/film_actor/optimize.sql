-- Joins the small files of bronze_public.film_actor.
ALTER TABLE "lake"."bronze_public"."film_actor" EXECUTE optimize(file_size_threshold => '100MB')
