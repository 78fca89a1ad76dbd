# The command as an image: docker build -t animal-store-conformance .
# It runs as an ordinary user, and with a read-only file system; reports go to /reports.
#
#   docker run --rm --read-only --tmpfs /tmp -v reports:/reports -e ANIMAL_STORE_API_KEY animal-store-conformance https://staging.animals.example/v1
#
# To build on the very same base again, pin it: --build-arg NODE_IMAGE=node:24-alpine@sha256:...
ARG NODE_IMAGE=node:24-alpine

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json tsconfig.json tsconfig.build.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY .build .build
COPY spec spec
COPY lib lib
COPY suites suites
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm -r dist/tools && find dist -name '*.map' -delete

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="animal-store-conformance" \
      org.opencontainers.image.description="Decides whether a server may call itself an Animal Store." \
      org.opencontainers.image.source="https://github.com/animal-store/animal-store-conformance" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production TMPDIR=/tmp
COPY LICENSE /kit/LICENSE
COPY --from=build /build/package.json /kit/package.json
COPY --from=build /build/node_modules /kit/node_modules
COPY --from=build /build/spec /kit/spec
COPY --from=build /build/dist /kit/dist
# A volume takes the owner of the folder that it is mounted on.
RUN mkdir /reports && chown 10001:10001 /reports && ln -s /kit/dist/lib/cli/main.js /usr/local/bin/animal-store-conformance
VOLUME /reports
USER 10001:10001
# From here, the default folder for reports, reports/NAME, is the volume.
WORKDIR /
ENTRYPOINT ["animal-store-conformance"]
