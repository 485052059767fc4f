# Sends a text of its own to each row of a file behind a public link; column B holds the code.
import json, os, sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

body = {"url": os.environ["FILE_URL"], "sender": "8584", "template_id": "501", "message": {"code": "#B#"}}
request = Request(os.environ["PAIGHAM_URL"] + "/v1/batches", json.dumps(body).encode(), {
    "Authorization": "Bearer " + os.environ["PAIGHAM_KEY"],
    "Content-Type": "application/json",
    "Idempotency-Key": f"order-{os.environ['ORDER']}-codes",
})
try:
    with urlopen(request, timeout=120) as response:
        batch = json.load(response)
except HTTPError as error:
    problem = json.load(error)
    sys.exit(f"not accepted: {problem['code']}, {problem['detail']}")
print(f"batch {batch['id']}: {batch['recipients']} messages, {batch['price']} PKR")
