import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The flag of Node's permission model in this version. */
const FLAG = ['--permission', '--experimental-permission'].find(flag =>
  process.allowedNodeEnvironmentFlags.has(flag),
);
if (FLAG === undefined) console.warn('skipped: this Node has no permission model');

const SCRIPT = `
  import { extract } from 'webpith';
  import { readFileSync } from 'node:fs';
  import { spawn } from 'node:child_process';
  import { Worker } from 'node:worker_threads';
  const refused = run => { try { run(); return 'allowed'; } catch (error) { return error.code; } };
  let page = '';
  for await (const piece of process.stdin) page += piece;
  process.stdout.write(JSON.stringify({
    text: extract(page, { url: 'https://example.org/' }).text,
    file: refused(() => readFileSync('/etc/passwd')),
    program: refused(() => spawn('true')),
    thread: refused(() => new Worker('1', { eval: true })),
  }));`;

/** As described in the deployment guide. */
describe.skipIf(FLAG === undefined)("the library under Node's permission model", () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pith-sandbox-'));
    file = join(folder, 'extract.mjs');
    await build({
      stdin: { contents: SCRIPT, resolveDir: import.meta.dirname },
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'esm',
      conditions: ['pith-source'],
      logLevel: 'error',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('extracts in a process that can open no file, start no program and no thread', () => {
    const words =
      'The ferry leaves at ten, and whoever comes late waits for the evening and reads by the lamp.';
    const { stdout, stderr, status } = spawnSync(process.execPath, [FLAG!, `--allow-fs-read=${file}`, file], {
      input: `<title>Ferry</title><nav><a href=/>Home</a></nav><article><h1>Ferry</h1><p>${words}</p><p>${words}</p></article>`,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const { text, ...refused } = JSON.parse(stdout) as Record<string, string>;
    expect(text).toContain('whoever comes late');
    expect(refused).toEqual({
      file: 'ERR_ACCESS_DENIED',
      program: 'ERR_ACCESS_DENIED',
      thread: 'ERR_ACCESS_DENIED',
    });
  });
});
