# Animal Store HTTP service: Litestar with its typed router and msgspec models, in-memory storage, served by uvicorn.
# Catalogue under /v1, quickstart message example under /quickstart; the key is ANIMAL_STORE_API_KEY of the environment.
import os
import secrets
from datetime import datetime, timezone
from http import HTTPStatus
from threading import Lock
from typing import Annotated, Literal
from uuid import UUID, uuid4

import msgspec
from litestar import Litestar, Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, NotAuthorizedException, NotFoundException
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult, DefineMiddleware
from litestar.params import Parameter
from msgspec import UNSET, Meta, Struct, UnsetType

API_KEY = os.environ["ANIMAL_STORE_API_KEY"]
Int64 = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
PetStatus = Literal["available", "pending", "sold"]


# ---------------------------------------------------------------- models

class NewPet(Struct, rename="camel"):
    name: str
    category_id: Int64
    status: PetStatus | UnsetType = UNSET


class Pet(Struct, rename="camel"):
    id: Int64
    name: str
    category_id: Int64
    status: PetStatus


class NewMessage(Struct):
    message: str


class Message(Struct, rename="camel"):
    id: UUID
    message: str
    status: str
    created_at: datetime


class Error(Struct):
    code: str
    message: str
    status: int


# ---------------------------------------------------------------- storage

class PetStore:
    def __init__(self) -> None:
        self._lock = Lock()
        self._pets: dict[int, Pet] = {}

    def add(self, new: NewPet) -> Pet:
        with self._lock:
            status = "available" if new.status is UNSET else new.status
            pet = Pet(id=len(self._pets) + 1, name=new.name, category_id=new.category_id, status=status)
            self._pets[pet.id] = pet
        return pet

    def get(self, pet_id: int) -> Pet | None:
        return self._pets.get(pet_id)

    def list(self, limit: int, status: str | None) -> list[Pet]:
        with self._lock:
            pets = [pet for pet in self._pets.values() if status is None or pet.status == status]
        return pets[:limit]


store = PetStore()


async def body_as(model, request: Request):
    """Where a handler takes `data`, Litestar reads "7" as an integer; in the JSON of the contract it is none."""
    try:
        return msgspec.json.decode(await request.body(), type=model)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as exc:
        raise HTTPException(str(exc), status_code=400) from exc


# ---------------------------------------------------------------- catalogue

@get("/pets")
async def list_pets(
    limit: Annotated[int, Parameter(ge=1, le=100)] = 20,
    status: PetStatus | None = None,
) -> list[Pet]:
    return store.list(limit, status)


@post("/pets")
async def create_pet(request: Request) -> Pet:
    return store.add(await body_as(NewPet, request))


@get("/pets/{pet_id:int}", deprecated=True)
async def get_pet(pet_id: int) -> Pet:
    pet = store.get(pet_id)
    if pet is None:
        raise NotFoundException(f"There is no animal with the identifier {pet_id}.")
    return pet


@get("/store/orders")
async def list_orders() -> list[str]:
    return []


# ---------------------------------------------------------------- quickstart

@post("/messages", status_code=200)
async def send_message(request: Request) -> Message:
    if request.content_type[0] != "application/json":
        raise HTTPException("The content type is not JSON.", status_code=400)
    new = await body_as(NewMessage, request)
    return Message(id=uuid4(), message=new.message, status="queued", created_at=datetime.now(timezone.utc))


# ---------------------------------------------------------------- application, authentication and errors

class KeyMiddleware(AbstractAuthenticationMiddleware):
    async def authenticate_request(self, connection: ASGIConnection) -> AuthenticationResult:
        scheme, _, key = connection.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not secrets.compare_digest(key.encode(), API_KEY.encode()):
            raise NotAuthorizedException("Missing or invalid API key.")
        return AuthenticationResult(user="client", auth=None)


def on_http_exception(_: Request, exc: HTTPException) -> Response[Error]:
    problems = [f"{one.get('key', 'body')}: {one['message']}" for one in exc.extra or [] if isinstance(one, dict)]
    message = "; ".join([exc.detail, *problems])
    return error(exc.status_code, message)


def on_crash(_: Request, __: Exception) -> Response[Error]:
    return error(500, "Internal server error.")


def error(status: int, message: str) -> Response[Error]:
    return Response(Error(HTTPStatus(status).name.lower(), message, status), status_code=status)


app = Litestar(
    route_handlers=[
        Router("/v1", route_handlers=[list_pets, create_pet, get_pet, list_orders]),
        Router("/quickstart", route_handlers=[send_message]),
    ],
    middleware=[DefineMiddleware(KeyMiddleware)],
    exception_handlers={HTTPException: on_http_exception, Exception: on_crash},
    openapi_config=None,
)
