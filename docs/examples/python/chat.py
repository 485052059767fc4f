# Sends an approved chat template with two values; each entry has a status of its own.
import json, os, sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

values = [{"type": "text", "text": "Ali"}, {"type": "text", "text": "A-17"}]
fields = {
    "api_key": os.environ["PAIGHAM_KEY"], "template_id": os.environ["CHAT_TEMPLATE"],
    "template_data": json.dumps([{"mobile": "923001234567", "body": values}]),
    "idempotency_key": f"order-{os.environ['ORDER']}-chat",
}
try:
    response = urlopen(os.environ["PAIGHAM_URL"] + "/api/send.php", urlencode(fields).encode(), timeout=90)
except HTTPError as error:
    response = error
answer = json.load(response)
for entry in answer["results"]:
    print(entry.get("mobile", "all"), entry["id"] if entry["status"] == "OK" else entry["error"])
sys.exit(0 if answer["success"] == "true" else 1)
