# Animal Store HTTP service: FastAPI + pydantic v2, in-memory storage, served by uvicorn (./start.sh).
# Catalogue under /v1, quickstart message example under /quickstart; PORT and ANIMAL_STORE_API_KEY from the environment.
import os
import secrets
from datetime import datetime, timezone
from enum import Enum
from http import HTTPStatus
from threading import Lock
from typing import Annotated
from uuid import uuid4

from fastapi import APIRouter, Depends, FastAPI, HTTPException, Path, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from starlette.exceptions import HTTPException as StarletteHTTPException

API_KEY = os.environ["ANIMAL_STORE_API_KEY"]
Int64 = Annotated[int, Field(ge=-(2**63), le=2**63 - 1)]


def encodable(text: str) -> str:
    text.encode()  # a lone surrogate ("\ud800") could not be sent back; UnicodeEncodeError is a ValueError
    return text


Text = Annotated[str, AfterValidator(encodable)]


# ---------------------------------------------------------------- models

class CamelModel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)


class PetStatus(str, Enum):
    available = "available"
    pending = "pending"
    sold = "sold"


class NewPet(CamelModel):
    name: Text
    category_id: Annotated[Int64, Field(strict=True)]  # no "7", 7.0 or true
    status: PetStatus = PetStatus.available


class Pet(NewPet):
    id: Int64


class NewMessage(BaseModel):
    message: Text


class Message(CamelModel):
    id: str
    message: str
    status: str
    created_at: datetime


class Error(BaseModel):
    code: str
    message: str
    status: int


# ---------------------------------------------------------------- storage

class PetStore:
    def __init__(self) -> None:
        self._lock = Lock()
        self._pets: dict[int, Pet] = {}
        self._next_id = 1

    def add(self, new: NewPet) -> Pet:
        with self._lock:
            pet = Pet.model_validate({"id": self._next_id, **new.model_dump(by_alias=True)})
            self._pets[pet.id] = pet
            self._next_id += 1
        return pet

    def get(self, pet_id: int) -> Pet | None:
        with self._lock:
            return self._pets.get(pet_id)

    def list(self, limit: int, status: PetStatus | None) -> list[Pet]:
        with self._lock:
            pets = [p for p in self._pets.values() if status is None or p.status == status]
        return pets[:limit]


store = PetStore()


# ---------------------------------------------------------------- authentication

bearer = HTTPBearer(auto_error=False, description="The API key")


async def check_key(request: Request) -> None:
    credentials = await bearer(request)
    if credentials is None or not secrets.compare_digest(credentials.credentials.encode(), API_KEY.encode()):
        raise HTTPException(401, "Missing or invalid API key.", headers={"WWW-Authenticate": "Bearer"})


class KeyedRoute(APIRoute):
    """Checks the key before FastAPI reads the body; a dependency alone would only run after JSON parsing."""

    def get_route_handler(self):
        handle = super().get_route_handler()

        async def keyed_handle(request: Request):
            await check_key(request)
            return await handle(request)

        return keyed_handle


def keyed_router(prefix: str, tag: str) -> APIRouter:
    return APIRouter(
        prefix=prefix,
        tags=[tag],
        route_class=KeyedRoute,
        dependencies=[Depends(bearer)],  # shows the scheme in the OpenAPI document
        responses={401: {"model": Error, "description": "Missing or invalid API key."}},
    )


# ---------------------------------------------------------------- catalogue

catalogue = keyed_router("/v1", "catalogue")
BAD_REQUEST = {400: {"model": Error, "description": "Invalid request."}}


@catalogue.get("/pets", operation_id="listPets", responses=BAD_REQUEST)
def list_pets(
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    status: Annotated[PetStatus | None, Query()] = None,
) -> list[Pet]:
    return store.list(limit, status)


@catalogue.post("/pets", operation_id="createPet", status_code=201, responses=BAD_REQUEST)
def create_pet(new_pet: NewPet) -> Pet:
    return store.add(new_pet)


@catalogue.get("/pets/{petId}", operation_id="getPet", deprecated=True, responses={404: {"model": Error}})
def get_pet(pet_id: Annotated[int, Path(alias="petId")]) -> Pet:
    pet = store.get(pet_id)
    if pet is None:
        raise HTTPException(404, f"There is no animal with the identifier {pet_id}.")
    return pet


@catalogue.get("/store/orders")
def list_orders() -> list[dict]:
    return []


# ---------------------------------------------------------------- quickstart

quickstart = keyed_router("/quickstart", "quickstart")


@quickstart.post("/messages", responses=BAD_REQUEST)
def send_message(new: NewMessage) -> Message:
    return Message.model_validate(
        {"id": str(uuid4()), "message": new.message, "status": "queued", "createdAt": datetime.now(timezone.utc)}
    )


# ---------------------------------------------------------------- application and errors

app = FastAPI(title="Animal Store", version="1.0.0")
app.include_router(catalogue)
app.include_router(quickstart)


def error(status: int, message: str, headers=None) -> JSONResponse:
    body = Error(code=HTTPStatus(status).name.lower(), message=message, status=status)
    return JSONResponse(body.model_dump(), status, headers)


@app.exception_handler(StarletteHTTPException)
async def on_http_exception(request: Request, exc: StarletteHTTPException):
    return error(exc.status_code, str(exc.detail), exc.headers)


@app.exception_handler(RequestValidationError)
async def on_validation_error(request: Request, exc: RequestValidationError):
    problems = (".".join(str(part) for part in e["loc"]) + ": " + e["msg"] for e in exc.errors())
    return error(400, "; ".join(problems))


@app.exception_handler(Exception)
async def on_crash(request: Request, exc: Exception):
    return error(500, "Internal server error.")
