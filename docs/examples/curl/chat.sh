#!/bin/sh
# Sends an approved chat template with two values; each entry has a status of its own.
answer=$(curl -sS --max-time 90 "$PAIGHAM_URL/api/send.php" -d "api_key=$PAIGHAM_KEY" \
  -d "template_id=$CHAT_TEMPLATE" -d "idempotency_key=order-$ORDER-chat" --data-urlencode \
  'template_data=[{"mobile":"923001234567","body":[{"type":"text","text":"Ali"},{"type":"text","text":"A-17"}]}]') || exit 1
case $answer in
  '{"success":"true"'*) echo "$answer" ;;
  *) echo "not accepted: $answer" >&2; exit 1 ;;
esac
