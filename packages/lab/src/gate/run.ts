import { fileURLToPath } from 'node:url';
import { runGate } from './gate.js';

// The same path from `src` and from `dist`.
const floorsFile = fileURLToPath(new URL('../../gate/floors.json', import.meta.url));

const card = fileURLToPath(new URL('../../../pith/src/scores/weights/card.json', import.meta.url));

process.exitCode = await runGate(process.argv.slice(2), {
  print: line => process.stdout.write(`${line}\n`),
  env: process.env,
  from: process.cwd(),
  floorsFile,
  results: 'results',
  card,
});
