-- Joins the small files of bronze_public.kept_film.
ALTER TABLE "lake"."bronze_public"."kept_film" EXECUTE optimize(file_size_threshold => '100MB')
