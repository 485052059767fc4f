#!/bin/sh
# Prints the newest replies from phones, as JSON.
curl -sS --max-time 30 --retry 3 --fail-with-body "$PAIGHAM_URL/v1/replies?limit=50" \
  -H "Authorization: Bearer $PAIGHAM_KEY" || exit 1
