-- Joins the small files of bronze_public.film.
ALTER TABLE "lake"."bronze_public"."film" EXECUTE optimize(file_size_threshold => '100MB')
