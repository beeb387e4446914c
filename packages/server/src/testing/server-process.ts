import type { ServerOptions } from '../options.js';
import { startServer } from '../server.js';

/** A process that is a server with the options of its argument, as JSON, and says its address when it listens. */
const options = JSON.parse(process.argv[2]!) as Partial<ServerOptions>;
const { address } = await startServer({ corpora: '/nowhere', app: '/nowhere', ...options });
process.stdout.write(`${address}\n`);
