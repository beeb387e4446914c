import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Proxy {
  readonly port: number;
  /** Breaks all connections and refuses new ones for some milliseconds. */
  cut(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Forwards to a local port until cut. */
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
