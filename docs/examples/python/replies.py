# Prints all replies from phones, the newest first.
import json, os, sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

query = {"limit": 50}
while True:
    url = f"{os.environ['PAIGHAM_URL']}/v1/replies?{urlencode(query)}"
    request = Request(url, headers={"Authorization": "Bearer " + os.environ["PAIGHAM_KEY"]})
    try:
        with urlopen(request, timeout=30) as response:
            page = json.load(response)
    except HTTPError as error:
        sys.exit(error.read().decode())
    for reply in page["data"]:
        print(f"{reply['from']}: {reply['text']}")
    if page["next_cursor"] is None:
        break
    query["cursor"] = page["next_cursor"]
