-- Joins the small files of bronze_public.pushed_down.
ALTER TABLE "lake"."bronze_public"."pushed_down" EXECUTE optimize(file_size_threshold => '100MB')
