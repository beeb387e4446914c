import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCorpus } from '@webpith/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../bin/pith.js', import.meta.url));
const SENTENCE = 'The tide comes in twice a day, and the boats wait for it before they leave the harbour. ';

/** Enough pages that the swarm still runs when the signal arrives. */
const pages = Array.from({ length: 120 }, (_, i) => {
  const paragraphs = Array.from({ length: 12 }, (__, p) => `Story ${i}, part ${p}. ${SENTENCE.repeat(3)}`);
  const around = Array.from({ length: 30 }, (__, l) => `<li><a href="/${l}">Item ${l}</a></li>`).join('');
  const body = paragraphs.map(text => `<div>${text}</div>`).join('');
  const html = `<title>Story ${i}</title><table><tr><td><ul>${around}</ul></td><td>${body}</td></tr></table>`;
  const url = `https://site${i}.example/${i}`;
  return { id: `p${i}`, url, text: paragraphs.join('\n'), html: new TextEncoder().encode(html) };
});

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pith-training-'));
  async function* each() {
    yield* pages;
  }
  await writeCorpus(join(dir, 'pages'), each());
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it.each([
  ['train', 'SIGINT', 130, '--out'],
  ['experiment', 'SIGTERM', 143, '--root'],
] as const)(
  '%s is stopped by %s while it computes, and writes nothing',
  async (command, signal, code, output) => {
    const root = join(dir, `${command}-${signal}`);
    const out = command === 'train' ? join(root, 'swarm.json') : root;
    const args = [command, 'swarm', '--corpus', join(dir, 'pages'), output, out];
    const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = once(child, 'exit');
    let stderr = '';
    let isStopped = false;
    for await (const piece of child.stderr) {
      stderr += String(piece);
      if (!isStopped && /swarm.*%\n/.test(stderr)) isStopped = child.kill(signal);
    }
    expect(stderr).toMatch(
      /(?:swarm on pages|generations of the swarm): \d+ %\n(?:.*\n)*pith: stopped before the end\n$/,
    );
    expect((await ended)[0]).toBe(code);
    await expect(readdir(root)).rejects.toThrow(/ENOENT/);
  },
);
