import { mainOfProcess } from '../main.js';

/** Runs the command from the sources, without a build: `npm run demo`. */
await mainOfProcess();
