"""A small OpenID Connect provider on this machine: it vouches for whoever it is told to, with signed tokens."""

import json
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "flinch", "a secret of the client"


class Provider:
    """Running until it is stopped. `person` are the claims of whoever signs in next; `key` signs the tokens."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
        self.published = self.key
        self.person: dict[str, object] = {}
        self._nonces: dict[str, str] = {}
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, headers, body = provider.get(self.path)
                self._answer(status, headers, body)

            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
                self._answer(200, {}, provider.tokens(parse_qs(sent)))

            def _answer(self, status: int, headers: dict[str, str], body: object) -> None:
                self.send_response(status)
                for name, value in ({"Content-Type": "application/json"} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(json.dumps(body).encode())

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def get(self, path: str) -> tuple[int, dict[str, str], object]:
        """Its description, its keys, or the way back from where people sign in."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        match urlsplit(path).path:
            case "/.well-known/openid-configuration":
                places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
                told: dict[str, object] = {name: f"{self.url}/{place}" for name, place in places.items()}
                return 200, {}, told | {"issuer": self.url, "id_token_signing_alg_values_supported": ["RS256"]}
            case "/keys":
                return 200, {}, {"keys": [self.published.as_dict(private=False)]}
            case "/authorize":
                code = f"code-{len(self._nonces)}"
                self._nonces[code] = asked.get("nonce", "")
                back = urlencode({"code": code, "state": asked["state"]})
                return 302, {"Location": f"{asked['redirect_uri']}?{back}"}, {}
        return 404, {}, {}

    def tokens(self, sent: dict[str, list[str]]) -> object:
        """What a code is worth: a token that says who signed in."""
        now = int(time.time())
        claims = {"iss": self.url, "aud": CLIENT, "sub": "1", "iat": now, "exp": now + 300} | self.person
        claims["nonce"] = self._nonces[sent["code"][0]]
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key)
        return {"access_token": "x", "token_type": "Bearer", "expires_in": 300, "id_token": token}
