import { join } from 'node:path';
import { startServerProcess } from '../../packages/server/src/testing/killed-server.js';
import { generatedPage, numbers } from '../generated-pages.js';
import { ProcessTree } from '../process-tree.js';
import { type Fault, inFolder } from './fault.js';

const AT_ONCE = 200;
const HOSTILE = 0.05;

/** Pages that are expensive or invalid. */
const PAGES = [
  '<div>'.repeat(150_000),
  '<td>c'.repeat(300_000),
  `<p>${'a://'.repeat(200_000)}`,
  `<table>${'<tr><td rowspan=1000 colspan=1000>x</td></tr>'.repeat(3000)}</table>`,
  `<script type="application/ld+json">${'{"@graph":['.repeat(100_000)}</script><p>a`,
  `<div ${'class="a b" '.repeat(100_000)}><p>a`,
  '%PDF-1.7\n',
  '\x89PNG\r\n\x1a\n',
  '\0'.repeat(100_000),
  '',
].map(page => Buffer.from(page, 'latin1'));

export const hostileLoad: Fault = {
  name: 'hostile-load',
  title: `${AT_ONCE} concurrent callers, 5 % of their pages hostile`,
  run: ({ seconds }) =>
    inFolder(async folder => {
      const tree = new ProcessTree();
      const server = await startServerProcess({ port: 0, store: join(folder, 'store.sqlite'), rate: 0 });
      const counts = { good: 0, waited: 0, hostile: 0 };
      const lost: string[] = [];
      const next = numbers(23);
      const end = performance.now() + 1000 * seconds;
      let largest = 0;
      const look = setInterval(() => {
        largest = Math.max(largest, tree.memory().started);
      }, 500);
      const call = async (caller: number) => {
        for (let turn = 0; performance.now() < end && lost.length < 20; turn++) {
          const isHostile = next() < HOSTILE;
          const seed = (caller * 7 + turn) % 50;
          const body = isHostile
            ? PAGES[Math.floor(next() * PAGES.length)]!
            : Buffer.from(generatedPage(8000, seed + 1));
          const fault = await ask(server.address, body, isHostile, counts);
          if (fault !== undefined) lost.push(fault);
        }
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, (_, caller) => call(caller)));
        const health = await fetch(`${server.address}/health`).then(answer => answer.status);
        if (health !== 200) lost.push(`health ${health} afterwards`);
      } finally {
        clearInterval(look);
        await server.kill();
      }
      return {
        test: `a server for ${seconds} s: pages of 8 kB, and among them extreme nesting, repetition and spans, and files that are not pages`,
        outcome: `${counts.good} good pages extracted, ${counts.waited} answered with a later time to retry, ${counts.hostile} hostile ones answered; at most ${Math.round(largest)} MB of memory for the server and its processes`,
        lost,
      };
    }),
};

/** Sends a request; returns the problem with the response. */
async function ask(
  address: string,
  body: Buffer,
  isHostile: boolean,
  counts: { good: number; waited: number; hostile: number },
): Promise<string | undefined> {
  try {
    const answer = await fetch(`${address}/v1/extract?format=text`, {
      method: 'POST',
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: new Uint8Array(body),
    });
    const text = await answer.text();
    const { status } = answer;
    if (status === 500) return `500: ${text.slice(0, 200)}`;
    if (isHostile) counts.hostile++;
    else if (status === 200 && text.length > 1000) counts.good++;
    else if (status === 503 || status === 504 || status === 429) counts.waited++;
    else return `a good page was answered with ${status}: ${text.slice(0, 200)}`;
    return undefined;
  } catch (error) {
    return `no answer: ${String((error as Error).cause ?? error)}`;
  }
}
