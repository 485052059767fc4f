#!/bin/sh
# Sends a code, and tells whether it was accepted.
answer=$(curl -sS --max-time 30 --retry 3 --retry-connrefused "$PAIGHAM_URL/api/sms.php" \
  -d "api_key=$PAIGHAM_KEY" -d sender=8584 -d mobile=923001234567 -d template_id=501 \
  --data-urlencode 'message={"code":"4821"}' -d "idempotency_key=order-$ORDER-code") || exit 1
case $answer in
  'OK ID:'*) echo "accepted as ${answer#OK ID:}" ;;
  *) echo "not accepted: $answer" >&2; exit 1 ;;
esac
