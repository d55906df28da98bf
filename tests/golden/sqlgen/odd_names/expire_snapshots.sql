-- Forgets the snapshots older than 7 days of bronze_public.odd_names.
ALTER TABLE "lake"."bronze_public"."odd_names" EXECUTE expire_snapshots(retention_threshold => '7d')
