-- Joins the small files of bronze_public.odd_names.
ALTER TABLE "lake"."bronze_public"."odd_names" EXECUTE optimize(file_size_threshold => '100MB')
