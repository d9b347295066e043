"""Sends requests in one session of the library requests and prints what came back.

Standard input: {"scheme", "user", "password", "requests": [{"method", "url", "query", "body"}]}; query and body may be null.
Standard output: [{"status", "json"}].
"""
import json
import sys

import requests
from requests.auth import HTTPBasicAuth, HTTPDigestAuth

plan = json.load(sys.stdin)
session = requests.Session()
session.trust_env = False
credentials = (plan["user"].encode(), plan["password"].encode()) if plan["scheme"] == "basic" else (plan["user"], plan["password"])
session.auth = {"basic": HTTPBasicAuth, "digest": HTTPDigestAuth}[plan["scheme"]](*credentials)

answers = []
for asked in plan["requests"]:
    answer = session.request(asked["method"], asked["url"], params=asked["query"], json=asked["body"], timeout=10)
    answers.append({"status": answer.status_code, "json": answer.json() if answer.ok else None})
json.dump(answers, sys.stdout)
