import { fileURLToPath } from 'node:url';
import { locateCorpora } from '../corpora/locate.js';
import { trainMetadata } from './train.js';

// Trains the metadata rankers: npx tsx --conditions=pith-source packages/lab/src/metadata/run.ts
const corpora = locateCorpora();
if (corpora === undefined) {
  process.stderr.write('No corpora found. Set PITH_CORPORA to their folder.\n');
  process.exitCode = 1;
} else {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  await trainMetadata({ corpora, root, onProgress: step => process.stdout.write(`${step}\n`) });
}
