import { mainOfProcess } from '../main.js';

/** The command as a process of its own, from the sources, where there is no build: `npm run demo`. */
await mainOfProcess();
