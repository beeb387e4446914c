/**
 * Scores the Markdown of Pith and its peers by kind of element and writes `docs/results/structure.md`.
 * CORPUS has gold Markdown in `gold/<id>.md`; RECORDINGS has `<corpus>.trafilatura.jsonl.gz` with `id`, `text` and
 * `markdown`, and is optional.
 * Run after a build: `npx tsx --conditions=pith-source packages/lab/bench/structure.ts CORPUS [RECORDINGS]`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { evaluate } from '../src/evaluation/evaluate.js';
import { summaryTable } from '../src/evaluation/table.js';
import { provenanceOf, writeResults } from '../src/report/markdown.js';
import { structureParts } from '../src/report/structure.js';

const [corpus, recordings] = process.argv.slice(2);
if (corpus === undefined) throw new Error('Name the folder of a corpus with gold Markdown.');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const out = await mkdtemp(join(tmpdir(), 'pith-structure-'));
try {
  const { summary } = await evaluate({
    corpus,
    recordings,
    out,
    structure: true,
    methods: [
      'default',
      'readability',
      'defuddle',
      ...(recordings === undefined ? [] : ['recorded:trafilatura']),
    ],
  });
  const { versions, ...parts } = structureParts(summary);
  const provenance = `${await provenanceOf([corpus])}\n${versions}`;
  process.stdout.write(`${summaryTable(summary)}\n\n`);
  process.stdout.write(`${await writeResults(root, 'structure', { parts: { ...parts, provenance } })}\n`);
} finally {
  await rm(out, { recursive: true, force: true });
}
