import time
import dagster as dg

@dg.asset(key=["bronze", "public", "film"])
def film(context):
    assert context.run.tags["ekos/run_id"] == "run-7"

@dg.asset(key=["bronze", "public", "broken"])
def broken():
    raise RuntimeError("broken on purpose")

@dg.asset(key=["bronze", "public", "slow"])
def slow():
    time.sleep(600)

@dg.asset(key=["bronze", "Sales_EU", "checked"])
def checked():
    return dg.MaterializeResult()

@dg.asset_check(asset=dg.AssetKey(["bronze", "Sales_EU", "checked"]))
def reconciled():
    return dg.AssetCheckResult(passed=False, description="V1 differs")

everything = dg.AssetSelection.all()
defs = dg.Definitions(
    assets=[film, broken, slow, checked], asset_checks=[reconciled],
    jobs=[dg.define_asset_job("bronze", selection=everything),
          dg.define_asset_job("bronze_in_process", selection=everything, executor_def=dg.in_process_executor)])
