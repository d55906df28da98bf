# shellcheck shell=bash
# Trino: one process that is coordinator and worker, with the catalogs lake, film_rental and pagila.

trino_heap_mb() {
  local number=${EKOS_STACK_TRINO_HEAP%[GgMm]}
  case $EKOS_STACK_TRINO_HEAP in *[Gg]) echo $((number * 1024)) ;; *) echo "$number" ;; esac
}

trino_configure() {
  local folder=$STACK_HOME/trino heap plugin database
  heap=$(trino_heap_mb)
  mkdir -p "$folder/etc/catalog" "$folder/data"
  rm -rf "$folder/plugins"
  mkdir "$folder/plugins"
  for plugin in $TRINO_LOADED_PLUGINS; do ln -s "${PIECE_FOLDER[trino]}/plugin/$plugin" "$folder/plugins/$plugin"; done

  # query.max-length: a statement over a table of a thousand columns is long
  write_if_changed "$folder/etc/config.properties" <<P
coordinator=true
node-scheduler.include-coordinator=true
node.internal-address=127.0.0.1
node.bind-ip=127.0.0.1
http-server.http.port=$EKOS_STACK_PORT_TRINO
http-server.log.enabled=false
discovery.uri=http://127.0.0.1:$EKOS_STACK_PORT_TRINO
plugin.dir=$folder/plugins
catalog.management=dynamic
catalog.store=file
query.max-length=2000000
query.max-memory=$((heap / 2))MB
query.max-memory-per-node=$((heap / 2))MB
memory.heap-headroom-per-node=$((heap / 5))MB
query.min-expire-age=5m
task.concurrency=2
task.max-worker-threads=4
P
  write_if_changed "$folder/etc/log.properties" <<<"io.trino=INFO"

  # Catalog files name variables and hold no credential. The retention of 0s is a lower bound that lets the
  # tests expire snapshots at once; the statements that EKOS generates keep longer periods of their own.
  write_if_changed "$folder/etc/catalog/lake.properties" <<P
connector.name=iceberg
iceberg.catalog.type=rest
iceberg.file-format=PARQUET
iceberg.unique-table-location=true
iceberg.register-table-procedure.enabled=true
iceberg.expire-snapshots.min-retention=0s
iceberg.remove-orphan-files.min-retention=0s
iceberg.rest-catalog.uri=http://127.0.0.1:$EKOS_STACK_PORT_CATALOG
iceberg.rest-catalog.warehouse=s3://$LAKE_BUCKET
iceberg.rest-catalog.security=OAUTH2
iceberg.rest-catalog.oauth2.server-uri=http://127.0.0.1:$EKOS_STACK_PORT_CATALOG/v1/oauth/tokens
iceberg.rest-catalog.oauth2.scope=PRINCIPAL_ROLE:ALL
iceberg.rest-catalog.oauth2.credential=\${ENV:EKOS_STACK_CATALOG_CREDENTIAL}
fs.native-s3.enabled=true
s3.endpoint=http://127.0.0.1:$EKOS_STACK_PORT_S3
s3.region=$S3_REGION
s3.path-style-access=true
s3.aws-access-key=\${ENV:EKOS_STACK_S3_ACCESS_KEY}
s3.aws-secret-key=\${ENV:EKOS_STACK_S3_SECRET_KEY}
P
  for database in $PG_DATABASES; do
    write_if_changed "$folder/etc/catalog/$database.properties" <<P
connector.name=postgresql
connection-url=jdbc:postgresql://127.0.0.1:$EKOS_STACK_PORT_POSTGRES/$database
connection-user=$PG_READER
connection-password=\${ENV:EKOS_STACK_PG_READER_PASSWORD}
postgresql.array-mapping=AS_ARRAY
unsupported-type-handling=CONVERT_TO_VARCHAR
P
  done
}

trino_launch() {
  local java folder=$STACK_HOME/trino
  java=$(java_home) || die "no Java 24 or newer was found." "Run: stack.sh install"
  trino_configure
  (
    export EKOS_STACK_CATALOG_CREDENTIAL="$EKOS_STACK_S3_ACCESS_KEY:$EKOS_STACK_S3_SECRET_KEY"
    export EKOS_STACK_S3_ACCESS_KEY EKOS_STACK_S3_SECRET_KEY EKOS_STACK_PG_READER_PASSWORD
    export EKOS_LH_PG_PASSWORD="${EKOS_LH_PG_PASSWORD:-$EKOS_STACK_PG_READER_PASSWORD}"
    unset JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS CLASSPATH
    export MALLOC_ARENA_MAX=4 # glibc keeps much memory in the arenas of many threads
    # without the launcher, which is a program for other layouts than ours
    daemon_start trino "$folder" "$java/bin/java" -server "-Xmx$(trino_heap_mb)M" -Xms256M \
      -XX:+UseG1GC -XX:G1HeapRegionSize=16M -XX:+ExplicitGCInvokesConcurrent -XX:+ExitOnOutOfMemoryError \
      -XX:G1PeriodicGCInterval=60000 -XX:-OmitStackTraceInFastThrow -XX:ReservedCodeCacheSize=256M \
      -Djdk.attach.allowAttachSelf=true -XX:+EnableDynamicAgentLoading -Djdk.nio.maxCachedBufferSize=2000000 \
      --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -Dfile.encoding=UTF-8 -Duser.timezone=UTC \
      "-Dconfig=$folder/etc/config.properties" "-Dlog.levels-file=$folder/etc/log.properties" \
      -Dnode.environment=ekos -Dnode.id=ekos-stack "-Dnode.data-dir=$folder/data" \
      -cp "${PIECE_FOLDER[trino]}/lib/*" io.trino.server.TrinoServer
  )
}

trino_healthy() {
  [[ $(curl -fs --noproxy '*' --max-time 5 "http://127.0.0.1:$EKOS_STACK_PORT_TRINO/v1/info" 2>/dev/null) == *'"starting":false'* ]]
}

trino_finish() { :; }
trino_stop() { daemon_stop trino TERM 30; }
