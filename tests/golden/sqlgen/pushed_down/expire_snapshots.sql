-- Forgets the snapshots older than 7 days of bronze_public.pushed_down.
ALTER TABLE "lake"."bronze_public"."pushed_down" EXECUTE expire_snapshots(retention_threshold => '7d')
