# Animal Store HTTP service: Django REST framework, whose serializers coerce what they validate; in-memory storage, served by
# uvicorn. Catalogue under /v1, quickstart message example under /quickstart; the key is ANIMAL_STORE_API_KEY of the environment.
import os
import secrets
from datetime import datetime, timezone
from http import HTTPStatus
from threading import Lock
from uuid import uuid4

from django.conf import settings

settings.configure(
    SECRET_KEY=secrets.token_hex(),
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    APPEND_SLASH=False,
    USE_TZ=True,
    MIDDLEWARE=["server.measured"],
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "UNAUTHENTICATED_USER": None,
    },
)

import django  # noqa: E402

django.setup()

from django.core.asgi import get_asgi_application  # noqa: E402
from django.http import JsonResponse  # noqa: E402
from django.urls import path, re_path  # noqa: E402
from rest_framework import serializers  # noqa: E402
from rest_framework.authentication import BaseAuthentication, get_authorization_header  # noqa: E402
from rest_framework.exceptions import AuthenticationFailed, NotFound, UnsupportedMediaType  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView, exception_handler  # noqa: E402

API_KEY = os.environ["ANIMAL_STORE_API_KEY"].encode()
STATUSES = ["available", "pending", "sold"]


# ---------------------------------------------------------------- serializers

class Int64Field(serializers.IntegerField):
    """DRF reads "7", 7.0 and true as integers; in the JSON of the contract they are none."""

    def __init__(self, **kwargs):
        super().__init__(min_value=-(2**63), max_value=2**63 - 1, **kwargs)

    def to_internal_value(self, data):
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class TextField(serializers.CharField):
    """DRF reads numbers as text, and takes white space off it."""

    def __init__(self, **kwargs):
        super().__init__(trim_whitespace=False, allow_blank=True, **kwargs)

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            data.encode()
        except UnicodeEncodeError:  # half of a surrogate pair could not be sent back
            self.fail("invalid")
        return super().to_internal_value(data)


class NewPetSerializer(serializers.Serializer):
    name = TextField()
    categoryId = Int64Field()
    status = serializers.ChoiceField(STATUSES, default="available")


class PetSerializer(NewPetSerializer):
    id = Int64Field()


class ListQuerySerializer(serializers.Serializer):
    limit = serializers.IntegerField(min_value=1, max_value=100, default=20)
    status = serializers.ChoiceField(STATUSES, default=None)


class NewMessageSerializer(serializers.Serializer):
    message = TextField()


def validated(serializer_class, data):
    serializer = serializer_class(data=data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data


# ---------------------------------------------------------------- storage

class PetStore:
    def __init__(self):
        self._lock = Lock()
        self._pets = {}

    def add(self, new_pet):
        with self._lock:
            pet = {"id": len(self._pets) + 1, **new_pet}
            self._pets[pet["id"]] = pet
        return pet

    def get(self, pet_id):
        return self._pets.get(pet_id)

    def list(self, limit, status):
        with self._lock:
            pets = [pet for pet in self._pets.values() if status is None or pet["status"] == status]
        return pets[:limit]


store = PetStore()


# ---------------------------------------------------------------- authentication and errors

def measured(get_response):
    """To DRF a body without a Content-Length is empty, also one that is sent in chunks."""

    def middleware(request):
        if "chunked" in request.headers.get("Transfer-Encoding", ""):
            request.META["CONTENT_LENGTH"] = str(len(request.body))
        return get_response(request)

    return middleware


class ApiKeyAuthentication(BaseAuthentication):
    def authenticate(self, request):
        scheme, _, key = get_authorization_header(request).partition(b" ")
        if scheme.lower() != b"bearer" or not secrets.compare_digest(key, API_KEY):
            raise AuthenticationFailed("Missing or invalid API key.")
        return ("client", None)

    def authenticate_header(self, request):
        return "Bearer"


def error(status, message):
    return {"code": HTTPStatus(status).name.lower(), "message": message, "status": status}


def on_exception(exc, context):
    response = exception_handler(exc, context)
    if response is not None:
        status = 400 if isinstance(exc, UnsupportedMediaType) else response.status_code
        response.data, response.status_code = error(status, str(exc.detail)), status
    return response


# ---------------------------------------------------------------- views

class View(APIView):
    authentication_classes = [ApiKeyAuthentication]

    def get_exception_handler(self):
        return on_exception


class Pets(View):
    def get(self, request):
        query = validated(ListQuerySerializer, request.query_params)
        return Response(PetSerializer(store.list(**query), many=True).data)

    def post(self, request):
        return Response(PetSerializer(store.add(validated(NewPetSerializer, request.data))).data, status=201)


class Pet(View):
    """Deprecated, to be removed on 5 December 2030."""

    def get(self, request, pet_id):
        pet = store.get(int(pet_id))
        if pet is None:
            raise NotFound(f"There is no animal with the identifier {pet_id}.")
        return Response(PetSerializer(pet).data)


class Orders(View):
    def get(self, request):
        return Response([])


class Messages(View):
    def post(self, request):
        media_type = request.content_type.partition(";")[0].strip().lower()
        if media_type != "application/json":  # to DRF a range such as */* includes it
            raise UnsupportedMediaType(media_type)
        new = validated(NewMessageSerializer, request.data)
        now = datetime.now(timezone.utc).isoformat()
        return Response({"id": str(uuid4()), "status": "queued", "createdAt": now, **new})


class Nothing(View):
    """Every other path needs the key, too."""

    def initial(self, request, *args, **kwargs):
        super().initial(request, *args, **kwargs)
        raise NotFound("There is nothing here.")


def plain_error(status, message):
    def handler(request, *args, **kwargs):
        return JsonResponse(error(status, message), status=status)

    return handler


handler400 = plain_error(400, "Bad request.")
handler404 = plain_error(404, "There is nothing here.")
handler500 = plain_error(500, "Internal server error.")

urlpatterns = [
    path("v1/pets", Pets.as_view()),
    re_path(r"^v1/pets/(?P<pet_id>-?[0-9]+)$", Pet.as_view()),
    path("v1/store/orders", Orders.as_view()),
    path("quickstart/messages", Messages.as_view()),
    re_path(r"", Nothing.as_view()),
]

app = get_asgi_application()
