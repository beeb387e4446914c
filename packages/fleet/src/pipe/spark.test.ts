import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { testPage } from '../testing/warc.js';

/** The example for Spark runs where a Python with pyspark is there: PITH_PYTHON, or python3. */
const python = process.env.PITH_PYTHON ?? 'python3';
const hasSpark = spawnSync(python, ['-c', 'import pyspark']).status === 0;
if (!hasSpark) process.stderr.write('the example for Spark is not tested: no pyspark (set PITH_PYTHON)\n');

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'pith-spark-'));
afterAll(() => rmSync(dir, { recursive: true }));

describe.skipIf(!hasSpark)('the example for Spark', () => {
  it('extracts every line of every partition', { timeout: 300_000 }, () => {
    const lines = Array.from({ length: 40 }, (_, n) =>
      JSON.stringify({ id: n, url: `https://example.org/${n}`, html: testPage(n) }),
    );
    writeFileSync(join(dir, 'pages-1.ndjson'), `${lines.slice(0, 20).join('\n')}\nnonsense\n`);
    writeFileSync(join(dir, 'pages-2.ndjson'), `${lines.slice(20).join('\n')}\n`);
    const out = join(dir, 'articles');
    const said = execFileSync(
      python,
      [join(root, 'examples/spark/extract_pages.py'), join(dir, 'pages-*.ndjson'), out],
      {
        env: {
          ...process.env,
          PITH: `${process.execPath} ${join(root, 'packages/cli/bin/pith.js')}`,
          SPARK_LOCAL_IP: '127.0.0.1',
          PYSPARK_PYTHON: python,
        },
        encoding: 'utf8',
      },
    );
    expect(said).toContain('41 rows, 1 with an error');
    expect(readdirSync(out)).toContain('_SUCCESS');
  });
});
