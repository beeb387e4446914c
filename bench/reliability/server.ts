import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../../packages/server/dist/testing/annotation.js';
import { startServerProcess } from '../../packages/server/dist/testing/killed-server.js';
import { numbers } from '../generated-pages.js';
import type { Outcome, Size } from './figures.js';

const ANNOTATORS = ['ann', 'bob', 'eve'];
const IN_ONE_SAVE = 8;
/** Node of the page's one long text: html, body, p, text. */
const LONG_TEXT = 4;

/** Kills and restarts a server while three annotators save. */
export async function tryServer({ rounds }: Size): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'pith-reliability-'));
  const options = { port: 0, store: join(folder, 'store.sqlite'), threads: 1, rate: 0 };
  const sent = new Map(ANNOTATORS.map(name => [name, 0]));
  const answered = new Map(ANNOTATORS.map(name => [name, new Set<number>()]));
  const next = numbers(17);
  const faults: string[] = [];
  let page = '';
  try {
    for (let round = 0; round < rounds; round++) {
      const server = await startServerProcess(options);
      page ||= await pageIn(server.address);
      let over = false;
      let answers = 0;
      const annotate = async (as: string) => {
        while (!over) {
          const save = sent.get(as)!;
          sent.set(as, save + 1);
          const body = { operations: operationsOf(save) };
          const answer = await send(server.address, `/v1/pages/${page}/labels`, { as, body }).catch(
            () => undefined,
          );
          if (answer === undefined) return; // killed before the response
          answers++;
          if (answer.status === 200) answered.get(as)!.add(save);
          else faults.push(`status ${answer.status}`);
        }
      };
      const all = Promise.all(ANNOTATORS.map(annotate));
      // Waits for some saves, so that slow machines are also killed in the middle.
      while (answers < ANNOTATORS.length) await sleep(10);
      await sleep(900 * next());
      await server.kill();
      over = true;
      await all;
    }
    const server = await startServerProcess(options);
    let kept = 0;
    for (const as of ANNOTATORS) {
      const { labels } = (await send(server.address, `/v1/pages/${page}/labels`, { as })).json as {
        labels: { label: string }[];
      };
      const counts = new Map<number, number>();
      for (const { label } of labels) counts.set(Number(label), (counts.get(Number(label)) ?? 0) + 1);
      kept += counts.size;
      for (const save of answered.get(as)!)
        if (counts.get(save) !== IN_ONE_SAVE) faults.push(`save ${save} of ${as} lost`);
      for (const [save, count] of counts)
        if (count !== IN_ONE_SAVE) faults.push(`save ${save} of ${as} kept in part`);
    }
    await server.kill();
    return {
      figures: [
        ['times the server was killed (SIGKILL) in mid-save', rounds],
        ['annotators at work', ANNOTATORS.length],
        ['saves that were answered', [...answered.values()].reduce((sum, saves) => sum + saves.size, 0)],
        ['saves found afterwards (one a caller may be kept whose answer was cut off)', kept],
        ['answered saves lost, or kept in part', faults.length === 0 ? 0 : faults.slice(0, 5).join(', ')],
      ],
      faults,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function operationsOf(save: number) {
  return Array.from({ length: IN_ONE_SAVE }, (_, place) => {
    const start = save * IN_ONE_SAVE + place;
    return { id: randomUUID(), node: LONG_TEXT, label: String(save), start, end: start + 1 };
  });
}

async function pageIn(address: string): Promise<string> {
  await send(address, '/v1/corpora', { body: { name: 'reliability' } });
  const html = `<html><body><p>${'word '.repeat(60_000)}</p></body></html>`;
  return (await send(address, '/v1/corpora/reliability/pages', { body: { html } })).json.id as string;
}
