import type { ServerOptions } from '../options.js';
import { startServer } from '../server.js';

/** Starts a server with the JSON options in its argument and prints its address. */
const options = JSON.parse(process.argv[2]!) as Partial<ServerOptions>;
const { address } = await startServer({ corpora: '/nowhere', app: '/nowhere', ...options });
process.stdout.write(`${address}\n`);
