# Waits until a message has its final state: python3 status.py 117378331489242
import os, sys, time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import urlopen

fields = urlencode({"api_key": os.environ["PAIGHAM_KEY"], "id": sys.argv[1]}).encode()
for _ in range(30):
    try:
        with urlopen(os.environ["PAIGHAM_URL"] + "/api/delivery.php", fields, timeout=30) as response:
            state = response.read().decode()
    except HTTPError as error:
        sys.exit(f"not found: {error.read().decode()}")
    if state not in ("PENDING", "SENT"):
        break
    time.sleep(1)
print(state)
