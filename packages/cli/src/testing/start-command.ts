import { mainOfProcess } from '../main.js';

/** The command as a process of its own, from the sources: for tests of what only a process shows. */
await mainOfProcess();
