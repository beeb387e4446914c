# syntax=docker/dockerfile:1
# One image for the server, the workers and every other command:
#   docker build -t pith .                              without a browser
#   docker build -t pith:chromium --target chromium .   with Chromium, for pages rendered by script

# The manifests alone, so that a change of the sources does not install the dependencies again.
FROM node:22-bookworm-slim AS manifests
WORKDIR /app
COPY . .
RUN find packages -mindepth 2 -maxdepth 2 ! -name package.json ! -name bin -exec rm -rf {} +

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY --from=manifests /app/package.json /app/package-lock.json ./
COPY --from=manifests /app/packages ./packages
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:22-bookworm-slim AS pith
ENV NODE_ENV=production PITH_STORE=/data/pith.sqlite
COPY --from=build /app/package.json /app/package.json
COPY --from=build /app/node_modules /app/node_modules
COPY --from=build /app/packages /app/packages
# All data is in /data; everything else belongs to root, and the process does not run as root.
RUN mkdir /data && chown node:node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 7488
# Not /ready: a container must not be restarted because its database is down.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:7488/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/packages/pith/bin/pith.js"]
CMD ["serve", "--host", "0.0.0.0", "--no-open"]

FROM pith AS chromium
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-noto-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/*
ENV PITH_CHROMIUM=/usr/bin/chromium
USER node

# The last stage is the default.
FROM pith
