import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a service that can be cut. */
export interface Proxy {
  readonly port: number;
  /** Breaks every connection and lets no new one through for so many milliseconds. */
  cut(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Passes bytes on to a port of this machine until it is cut. */
export async function proxyTo(port: number): Promise<Proxy> {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer(caller => {
    if (isCut) return void caller.destroy();
    const service = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [caller, service],
      [service, caller],
    ] as const) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const breakAll = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    async cut(milliseconds) {
      isCut = true;
      breakAll();
      await new Promise(resolve => setTimeout(resolve, milliseconds));
      isCut = false;
    },
    async close() {
      breakAll();
      server.close();
    },
  };
}
