import { main } from '../main.js';

/** The command as a process of its own, from the sources: for tests of what only a process shows. */
process.exitCode = await main(process.argv.slice(2), process);
