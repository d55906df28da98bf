# shellcheck shell=bash
# SeaweedFS: one process with the S3 gateway and the Iceberg REST catalog.

# SeaweedFS puts sockets named after its ports into /tmp, leaves some behind, and does not start when one
# belongs to another user.
seaweedfs_sockets() {
  printf '/tmp/seaweedfs-%s.sock\n' "filer-$EKOS_STACK_PORT_WEED_FILER" "s3-$EKOS_STACK_PORT_S3" \
    "master-grpc-$EKOS_STACK_PORT_WEED_MASTER_GRPC" "volume-grpc-$EKOS_STACK_PORT_WEED_VOLUME_GRPC" \
    "filer-grpc-$EKOS_STACK_PORT_WEED_FILER_GRPC" "s3-grpc-$EKOS_STACK_PORT_WEED_S3_GRPC"
}
seaweedfs_remove_sockets() {
  local socket
  for socket in $(seaweedfs_sockets); do
    rm -f "$socket" 2>/dev/null || return 1
  done
}

seaweedfs_launch() {
  local data=$STACK_HOME/seaweedfs
  seaweedfs_remove_sockets || die "a socket of another user's SeaweedFS is in the way: one of $(seaweedfs_sockets | tr '\n' ' ')" \
    "Let its owner delete it, or move this stack to other ports: EKOS_STACK_PORT_OFFSET=1000 stack.sh up"
  mkdir -p "$data/data"
  # without an identity S3 would answer everyone
  write_if_changed "$data/s3.json" <<JSON
{"identities": [{"name": "stack",
  "credentials": [{"accessKey": "$EKOS_STACK_S3_ACCESS_KEY", "secretKey": "$EKOS_STACK_S3_SECRET_KEY"}],
  "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}
JSON
  chmod 600 "$data/s3.json"
  # volume.max=0: as many volumes as the disk holds. No telemetry, no Lance port.
  daemon_start seaweedfs "$data" "${PIECE_FOLDER[seaweedfs]}/bin/weed" -logtostderr=true server \
    -ip=127.0.0.1 -ip.bind=127.0.0.1 -dir="$data/data" -volume.max=0 -volume.preStopSeconds=0 \
    -master.port="$EKOS_STACK_PORT_WEED_MASTER" -master.port.grpc="$EKOS_STACK_PORT_WEED_MASTER_GRPC" \
    -master.volumeSizeLimitMB=1024 -master.telemetry=false -master.electionTimeout=1s \
    -volume.port="$EKOS_STACK_PORT_WEED_VOLUME" -volume.port.grpc="$EKOS_STACK_PORT_WEED_VOLUME_GRPC" \
    -filer -filer.port="$EKOS_STACK_PORT_WEED_FILER" -filer.port.grpc="$EKOS_STACK_PORT_WEED_FILER_GRPC" \
    -s3 -s3.port="$EKOS_STACK_PORT_S3" -s3.port.grpc="$EKOS_STACK_PORT_WEED_S3_GRPC" -s3.config="$data/s3.json" \
    -s3.port.iceberg="$EKOS_STACK_PORT_CATALOG" -s3.port.lance=0
}

seaweedfs_healthy() {
  http_ok "http://127.0.0.1:$EKOS_STACK_PORT_S3/healthz" && http_ok "http://127.0.0.1:$EKOS_STACK_PORT_CATALOG/v1/config"
}

weed_shell() { # COMMAND: its output
  timeout 30 "${PIECE_FOLDER[seaweedfs]}/bin/weed" shell \
    -master="127.0.0.1:$EKOS_STACK_PORT_WEED_MASTER.$EKOS_STACK_PORT_WEED_MASTER_GRPC" <<<"$1" 2>&1 || true
}

seaweedfs_finish() {
  local code='' answer=''
  # An ordinary bucket: a signed PUT without a body (curl 7.88 signs wrongly when there is a body).
  for _ in {1..60}; do
    code=$(curl -s -o /dev/null -w '%{http_code}' --noproxy '*' --max-time 10 -X PUT --aws-sigv4 "aws:amz:$S3_REGION:s3" \
      --user "$EKOS_STACK_S3_ACCESS_KEY:$EKOS_STACK_S3_SECRET_KEY" "http://127.0.0.1:$EKOS_STACK_PORT_S3/$FILES_BUCKET") || true
    [[ $code == 200 || $code == 409 ]] && break
    sleep 0.5
  done
  if [[ $code != 200 && $code != 409 ]]; then
    show_log_end seaweedfs
    die "SeaweedFS did not make the bucket '$FILES_BUCKET' (HTTP $code)."
  fi
  # A table bucket is the warehouse. Making one that exists is an error, so it is asked for first.
  for _ in {1..10}; do
    answer=$(weed_shell "s3tables.bucket -get -name $LAKE_BUCKET -account admin")
    [[ $answer == *ARN:* ]] && return 0
    answer=$(weed_shell "s3tables.bucket -create -name $LAKE_BUCKET -account admin")
    [[ $answer == *ARN:* ]] && return 0
    sleep 1
  done
  printf '%s\n' "$answer" >&2
  die "SeaweedFS did not make the table bucket '$LAKE_BUCKET'." "Its log: $STACK_LOG/seaweedfs.log"
}

# Its filer waits 15 s for streams of its own before it closes; killing it earlier would skip the orderly end.
seaweedfs_stop() {
  daemon_stop seaweedfs TERM 30
  seaweedfs_remove_sockets || true
}
