# Animal Store HTTP service: Flask + marshmallow/webargs + Flask-HTTPAuth, in-memory storage, served by waitress (./start.sh).
# Catalogue under /v1, quickstart message example under /quickstart; PORT and ANIMAL_STORE_API_KEY from the environment.
import os
import secrets
from datetime import datetime, timezone
from threading import Lock
from uuid import uuid4

from flask import Blueprint, Flask, abort
from flask_httpauth import HTTPTokenAuth
from marshmallow import Schema, fields, validate
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException

API_KEY = os.environ["ANIMAL_STORE_API_KEY"]
STATUSES = ("available", "pending", "sold")


# ---------------------------------------------------------------- schemas

def int64(**kwargs):
    return fields.Integer(strict=True, validate=validate.Range(-(2**63), 2**63 - 1), **kwargs)


class NewPetSchema(Schema):
    name = fields.String(required=True)
    categoryId = int64(required=True)
    status = fields.String(validate=validate.OneOf(STATUSES))


class PetSchema(NewPetSchema):
    id = int64(required=True)


class ListPetsQuery(Schema):
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))
    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES))


class NewMessageSchema(Schema):
    message = fields.String(required=True)


class MessageSchema(NewMessageSchema):
    id = fields.UUID()
    status = fields.String()
    createdAt = fields.DateTime(format="iso")


class ErrorSchema(Schema):
    code = fields.String(required=True)
    message = fields.String(required=True)
    status = fields.Integer(required=True)


class Parser(FlaskParser):
    DEFAULT_VALIDATION_STATUS = 400  # webargs answers 422

    def load_json(self, req, schema):
        try:
            return super().load_json(req, schema)
        except (ValueError, RecursionError):  # numbers of thousands of digits, absurd nesting
            abort(400, "Invalid JSON body.")


parser = Parser()


# ---------------------------------------------------------------- storage

class PetStore:
    def __init__(self):
        self._lock = Lock()
        self._pets = {}
        self._next_id = 1

    def add(self, new_pet):
        with self._lock:
            pet = {"id": self._next_id, **new_pet}
            self._pets[pet["id"]] = pet
            self._next_id += 1
        return pet

    def get(self, pet_id):
        with self._lock:
            return self._pets.get(pet_id)

    def list(self, limit, status):
        with self._lock:
            pets = [p for p in self._pets.values() if status is None or p.get("status") == status]
        return pets[:limit]


store = PetStore()


# ---------------------------------------------------------------- catalogue

catalogue = Blueprint("catalogue", __name__, url_prefix="/v1")


@catalogue.get("/pets")
@parser.use_kwargs(ListPetsQuery, location="query")
def list_pets(limit, status):
    return PetSchema(many=True).dump(store.list(limit, status))


@catalogue.post("/pets")
@parser.use_args(NewPetSchema, location="json")
def create_pet(new_pet):
    return PetSchema().dump(store.add(new_pet)), 201


@catalogue.get("/pets/<int:pet_id>")  # deprecated, to be removed on 5 December 2030
def get_pet(pet_id):
    pet = store.get(pet_id)
    if pet is None:
        abort(404, f"There is no animal with the identifier {pet_id}.")
    return PetSchema().dump(pet)


@catalogue.get("/store/orders")
def list_orders():
    return []


# ---------------------------------------------------------------- quickstart

quickstart = Blueprint("quickstart", __name__, url_prefix="/quickstart")


@quickstart.post("/messages")
@parser.use_args(NewMessageSchema, location="json")
def send_message(new):
    message = {"id": uuid4(), "status": "queued", "createdAt": datetime.now(timezone.utc), **new}
    return MessageSchema().dump(message)


# ---------------------------------------------------------------- application, authentication and errors

app = Flask(__name__)
app.register_blueprint(catalogue)
app.register_blueprint(quickstart)

auth = HTTPTokenAuth(scheme="Bearer")


@auth.verify_token
def verify_token(token):
    if secrets.compare_digest(token.encode(), API_KEY.encode()):
        return "client"


@auth.error_handler
def on_auth_error(status):
    return error(status, "unauthorized", "Missing or invalid API key.")


@app.before_request
@auth.login_required
def require_key():
    """Every path needs the key, also those that route to nothing."""


def error(status, code, message):
    return ErrorSchema().dump({"code": code, "message": message, "status": status}), status


def problems(messages, path=""):
    """Flattens marshmallow's nested messages into "json.name: Not a valid string."."""
    if isinstance(messages, dict):
        return [p for key, value in messages.items() for p in problems(value, f"{path}.{key}" if path else str(key))]
    return [f"{path}: {' '.join(map(str, messages))}"]


@app.errorhandler(HTTPException)
def on_http_exception(exc):
    message = exc.description or exc.name
    if messages := getattr(exc, "data", {}).get("messages"):  # set by webargs
        message = "; ".join(problems(messages))
    body, status = error(exc.code, exc.name.lower().replace(" ", "_"), message)
    headers = [(k, v) for k, v in exc.get_headers() if k not in ("Content-Type", "Content-Length")]
    return body, status, headers
