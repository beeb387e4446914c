import dgram from 'node:dgram';
import dns from 'node:dns';
import inspector from 'node:inspector';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Takes away what opens sockets, asks for names or signals other processes. Only from Node 25 on the permission model
 * does so itself; before, this is what holds. Whatever uses Node's modules finds no way out; code that is out for Node's
 * inner handles might.
 */
export function closeNetwork(): void {
  for (const [target, names] of WAYS_OUT) {
    for (const name of names) Object.defineProperty(target, name, { value: refuse });
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  syncBuiltinESMExports();
}

const lookUps = (target: object) =>
  Object.getOwnPropertyNames(target).filter(name => /^(?:lookup|resolve|reverse)/.test(name));
const RESOLVERS = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];

/** What http, tls, fetch and all others end up at. */
const WAYS_OUT: readonly (readonly [target: object, names: readonly string[]])[] = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ...RESOLVERS.map(target => [target, lookUps(target)] as const),
  [process, ['kill', 'binding', 'dlopen']],
  [inspector, ['open']],
];

function refuse(): never {
  throw Object.assign(new Error('expected no use of the network or of other processes in a sandbox'), {
    code: 'ERR_ACCESS_DENIED',
  });
}
