#!/bin/sh
# Sends a text of its own to each row of a file; column B holds the code.
printf 'Mobile,Code\n923001234567,4821\n923111234567,7733\n' > codes.csv
curl -sS --max-time 120 --fail-with-body "$PAIGHAM_URL/v1/batches" \
  -H "Authorization: Bearer $PAIGHAM_KEY" -H "Idempotency-Key: order-$ORDER-codes" \
  -F sender=8584 -F template_id=501 -F 'message={"code":"#B#"}' -F file=@codes.csv || exit 1
