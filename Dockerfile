# The server with the documentation of this project: docs/deployment/README.md says how to run it.
# Any image with glibc and Node 22.12 or newer will do; the one that builds needs npm.
ARG NODE_IMAGE=docker.io/library/node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /project
ENV ASTRO_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
# As "npm start" does: what only tests need is left out, and no package runs a script.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# Compiled templates are a layer of their own: they change less often than descriptors.
COPY astro.config.mjs tsconfig.json ./
COPY src ./src
RUN node src/cli/prepare.mjs
COPY . .
# Such as --strict.
ARG BUILD_OPTIONS=
RUN node src/cli/platform-docs.mjs build ${BUILD_OPTIONS}

FROM ${NODE_IMAGE}
WORKDIR /app
# Inside its network alone; the port is published, or not, where the container is started.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321
# The files belong to root and the server does not run as root: it can change none of them.
COPY --from=build /project/dist ./dist
COPY --from=build /project/config ./config
COPY --from=build /project/data ./data
USER 1000:1000
EXPOSE 4321
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(+!ok))"]
# No shell and no npm in between: SIGTERM has to reach the server, which then answers what is under way.
CMD ["node", "dist/server/entry.mjs"]
