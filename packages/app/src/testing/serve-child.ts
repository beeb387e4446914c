import { startServer } from '../../../server/src/start.js';

/** A server in a process of its own, to be killed: `serve-child.ts STORE APP PORT`. Says its address when it listens. */
const [store, app, port] = process.argv.slice(2);
const server = await startServer({ store: store!, app: app!, port: Number(port), threads: 1 });
process.stdout.write(`${server.address}\n`);
