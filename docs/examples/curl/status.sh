#!/bin/sh
# Waits until a message has its final state: status.sh 117378331489242
for try in $(seq 30); do
  state=$(curl -sS --max-time 30 "$PAIGHAM_URL/api/delivery.php" -d "api_key=$PAIGHAM_KEY" -d "id=$1") || exit 1
  case $state in
    PENDING | SENT) sleep 1 ;;
    [0-9]*) echo "not found: $state" >&2; exit 1 ;;
    *) echo "$state"; exit 0 ;;
  esac
done
echo "still $state after $try looks"
