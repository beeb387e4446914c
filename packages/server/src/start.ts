import type { AddressInfo } from 'node:net';
import { shownStore } from './auth/refuse-without-token.js';
import { serverDefaults } from './defaults.js';
import { ServerError } from './errors.js';
import { addressOf, type ServerOptions } from './options.js';
import type { Api } from './routes/route.js';
import { buildServer } from './server.js';
import { openServices, type Services } from './services.js';

/** A server that listens. */
export interface RunningServer {
  /** Where it answers: `http://127.0.0.1:7488`. */
  readonly address: string;
  /** The store as it may be shown: a path, or an address without its password. */
  readonly storedIn: string;
  readonly api: Api;
  readonly services: Services;
  /** Takes no new request, finishes those that run, and ends everything. */
  close(): Promise<void>;
}

/** Opens the store, starts the threads and listens. */
export async function startServer(given: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const options: ServerOptions = { ...serverDefaults, ...given };
  const { services, close: closeServices } = await openServices(options);
  try {
    const api = await buildServer(services);
    await listen(api, options);
    const { port } = api.server.address() as AddressInfo;
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= drain(api).then(closeServices);
      return closing;
    };
    return {
      address: addressOf(options.host, port),
      storedIn: shownStore(options.store),
      api,
      services,
      close,
    };
  } catch (error) {
    await closeServices();
    throw error;
  }
}

/** Milliseconds that requests have to finish when the server stops. */
const SHUTDOWN_GRACE = 60_000;

/** Takes no more requests and waits for those that run; after a while it waits no more. */
async function drain(api: Api): Promise<void> {
  const force = setTimeout(() => api.server.closeAllConnections(), SHUTDOWN_GRACE);
  try {
    await api.close();
  } finally {
    clearTimeout(force);
  }
}

async function listen(api: Api, { host, port }: ServerOptions): Promise<void> {
  try {
    await api.listen({ host, port });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'something else listens there' : message;
    throw new ServerError(
      'no-address',
      `expected to listen on ${addressOf(host, port)}, but ${reason}; choose another --port or --host`,
      { cause },
    );
  }
}
