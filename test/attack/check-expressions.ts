/**
 * Checks every regular expression of the packages for catastrophic backtracking, and writes the results to
 * expressions.json, keyed by the text of the expression. Known expressions are not checked again.
 *
 *   npx tsx --conditions=pith-source test/attack/check-expressions.ts
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { composedFiles, expressionsOf, keyOf } from './expressions.js';

process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILE = fileURLToPath(new URL('./expressions.json', import.meta.url));
const TIMEOUT = 20_000;

/** The result for an expression. */
interface Verdict {
  readonly status: string;
  /** Growth of the run time with the input, if worse than linear. */
  readonly complexity?: string;
}

const known = readKnown();
const verdicts: Record<string, Verdict> = {};
const expressions = [...expressionsOf(ROOT), ...(await composed())];
for (const expression of expressions) {
  const key = keyOf(expression);
  verdicts[key] = known[key] ?? verdictOf(expression.source, expression.flags);
  if (known[key] === undefined) write({ ...known, ...verdicts });
  if (verdicts[key].status !== 'safe')
    say(`${verdicts[key].status} ${verdicts[key].complexity ?? ''} ${key}`);
}
write(verdicts);
// Formatted for the linter.
execFileSync(join(ROOT, 'node_modules/.bin/biome'), ['format', '--write', FILE], { stdio: 'ignore' });
say(`${expressions.length} expressions; written to test/attack/expressions.json`);

function verdictOf(source: string, flags: string): Verdict {
  const result = checkSync(source, flags, { timeout: TIMEOUT });
  if (result.status === 'safe') return { status: 'safe' };
  if (result.status === 'unknown') return { status: 'unknown', complexity: result.error.kind };
  return { status: 'vulnerable', complexity: result.complexity.summary };
}

/** Expressions that modules compose when they are loaded. */
async function composed() {
  const made: { source: string; flags: string; places: string[] }[] = [];
  const Original = globalThis.RegExp;
  for (const file of composedFiles(ROOT)) {
    globalThis.RegExp = new Proxy(Original, {
      construct(target, [pattern, flags]: [string | RegExp, string?]) {
        const expression = new target(pattern, flags);
        if (typeof pattern === 'string')
          made.push({ source: expression.source, flags: expression.flags, places: [file] });
        return expression;
      },
    });
    await import(join(ROOT, file));
    globalThis.RegExp = Original;
  }
  return made;
}

function readKnown(): Record<string, Verdict> {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Verdict>;
  } catch {
    return {};
  }
}

function write(all: Record<string, Verdict>): void {
  const sorted = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
