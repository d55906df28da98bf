-- Forgets the snapshots older than 7 days of bronze_public.day_marks.
ALTER TABLE "lake"."bronze_public"."day_marks" EXECUTE expire_snapshots(retention_threshold => '7d')
