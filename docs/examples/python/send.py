# Sends a code, and tells whether it was accepted.
import json, os, sys
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import urlopen

fields = {
    "api_key": os.environ["PAIGHAM_KEY"], "sender": "8584", "mobile": "923001234567",
    "template_id": 501, "message": json.dumps({"code": "4821"}),
    "idempotency_key": f"order-{os.environ['ORDER']}-code",
}
url = os.environ["PAIGHAM_URL"] + "/api/sms.php"
try:
    with urlopen(url, urlencode(fields).encode(), timeout=30) as response:
        answer = response.read().decode()
except HTTPError as error:
    sys.exit(f"not accepted: {error.read().decode()}")
except (URLError, TimeoutError) as error:
    # Nobody knows whether it arrived: repeat it with the same idempotency key.
    sys.exit(f"no answer: {error}")
if not answer.startswith("OK ID:"):
    sys.exit(f"not accepted: {answer}")
print("accepted as", answer.removeprefix("OK ID:"))
