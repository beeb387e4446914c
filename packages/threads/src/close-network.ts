import dgram from 'node:dgram';
import dns from 'node:dns';
import inspector from 'node:inspector';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * Blocks the network functions that the permission model does not cover before Node 25. Internal handles of Node could
 * bypass this.
 */
export function closeNetwork(): void {
  for (const [target, names] of BLOCKED) {
    for (const name of names) Object.defineProperty(target, name, { value: refuse });
  }
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name);
  syncBuiltinESMExports();
}

const lookUps = (target: object) =>
  Object.getOwnPropertyNames(target).filter(name => /^(?:lookup|resolve|reverse)/.test(name));
const RESOLVERS = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype];

const BLOCKED: readonly (readonly [target: object, names: readonly string[]])[] = [
  [net.Socket.prototype, ['connect']],
  [net.Server.prototype, ['listen']],
  [dgram.Socket.prototype, ['bind', 'connect', 'send']],
  ...RESOLVERS.map(target => [target, lookUps(target)] as const),
  [process, ['kill', 'binding', 'dlopen']],
  [inspector, ['open']],
];

function refuse(): never {
  throw Object.assign(new Error('the sandbox allows no access to the network or to other processes'), {
    code: 'ERR_ACCESS_DENIED',
  });
}
