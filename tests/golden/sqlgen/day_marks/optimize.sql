-- Joins the small files of bronze_public.day_marks.
ALTER TABLE "lake"."bronze_public"."day_marks" EXECUTE optimize(file_size_threshold => '100MB')
