# Receives events: verifies the signature, keeps each event once, and answers at once.
import base64, hashlib, hmac, os, sys, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
INBOX = os.environ["INBOX"]


def is_signed(headers, body):
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    ours = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    # Two signatures while the secret is changed.
    given = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(ours.encode(), it.encode()) for it in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        self.send_response(self.take(body))
        self.end_headers()

    def take(self, body):
        if not is_signed(self.headers, body):
            return 400
        # An event may come more than once: like a row with a unique id, the file is only created once.
        # It is renamed when it is complete: a program that reads the folder never sees half of it.
        path = f"{INBOX}/{self.headers['webhook-id']}.json"
        try:
            if not os.path.exists(path):
                with open(path + ".new", "wb") as file:
                    file.write(body)
                os.replace(path + ".new", path)
        except OSError as error:
            print("not kept:", error, file=sys.stderr)
            return 500  # It comes again.
        # The actual work is done later, by a program that reads the files.
        return 204


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "3000"))), Receiver).serve_forever()
