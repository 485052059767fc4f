#!/bin/sh
# Makes the certificate of the web sites in tests, which nobody else believes: for files.example,
# for a hundred years.
set -eu
cd "$(dirname "$0")"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 \
  -subj '/CN=files.example' -addext 'subjectAltName=DNS:files.example' \
  -keyout key.pem -out certificate.pem
