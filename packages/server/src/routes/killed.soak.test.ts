import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { onBothDatabases } from '@webpith/store/testing';
import { expect, it } from 'vitest';
import { type Json, operation, send } from '../testing/annotation.js';
import { startServerProcess } from '../testing/killed-server.js';

/** Labels per save, and annotators who save concurrently. */
const IN_ONE_SAVE = 8;
const ANNOTATORS = ['ann', 'bob', 'eve'];
/** Saves that must be acknowledged before the server is killed, for each round. */
const ROUNDS = [3, 20];

onBothDatabases(database => {
  it('loses no acknowledged save and keeps no partial one when the server is killed', async () => {
    const options = { port: 0, store: database(), threads: 1 };
    /** By annotator: numbers of the saves that were sent, and of those that were acknowledged. */
    const sent = new Map(ANNOTATORS.map(name => [name, 0]));
    const answered = new Map<string, Set<number>>(ANNOTATORS.map(name => [name, new Set()]));
    let page = '';
    for (const enough of ROUNDS) {
      const server = await startServerProcess(options);
      page ||= await pageIn(server.address);
      let acknowledged = 0;
      let killed: Promise<void> | undefined;
      const annotate = async (as: string) => {
        while (killed === undefined) {
          const save = sent.get(as)!;
          sent.set(as, save + 1);
          const operations = Array.from({ length: IN_ONE_SAVE }, (_, place) =>
            operation(KEEPER, `${save}`, {
              start: save * IN_ONE_SAVE + place,
              end: save * IN_ONE_SAVE + place + 1,
            }),
          );
          const answer = await send(server.address, `/v1/pages/${page}/labels`, {
            as,
            body: { operations },
          }).catch(
            () => undefined, // killed before it responded
          );
          if (answer === undefined) return;
          expect(answer.status).toBe(200);
          answered.get(as)!.add(save);
          // The other annotators are saving when it is killed.
          if (++acknowledged >= enough) killed ??= server.kill();
        }
      };
      await Promise.all(ANNOTATORS.map(annotate));
      await killed;
    }
    const server = await startServerProcess(options);
    try {
      for (const as of ANNOTATORS) {
        const { labels } = (await send(server.address, `/v1/pages/${page}/labels`, { as })).json;
        const kept = new Map<number, number>();
        for (const { label } of labels as Json[]) kept.set(Number(label), (kept.get(Number(label)) ?? 0) + 1);
        for (const save of answered.get(as)!) expect(kept.get(save)).toBe(IN_ONE_SAVE);
        for (const [save, count] of kept) {
          expect(count).toBe(IN_ONE_SAVE); // all of a save or nothing
          expect(save).toBeLessThan(sent.get(as)!);
        }
      }
      const all = ANNOTATORS.reduce((sum, as) => sum + answered.get(as)!.size, 0);
      expect(all).toBeGreaterThanOrEqual(ROUNDS.reduce((sum, saves) => sum + saves, 0));
    } finally {
      await server.kill();
    }
  }, 240_000); // three processes, each of which loads the whole server
});

it('finishes an import however often the server is killed, without reading from the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pith-killed-'));
  const options = { port: 0, store: join(folder, 'store.sqlite'), threads: 1, allowPrivate: true };
  const asked: string[] = [];
  const site = await serve((request, response) => {
    asked.push(request.url!);
    setTimeout(() => html(`<title>Page ${request.url}</title><p>The tide is out.`)(request, response), 20);
  });
  const PAGES = 300;
  const list = Array.from({ length: PAGES }, (_, i) => `${site}/${i}\n`).join('');
  let job = '';
  let kills = 0;
  try {
    for (;;) {
      const server = await startServerProcess(options);
      if (job === '') {
        await send(server.address, '/v1/corpora', { body: { name: 'killed' } });
        const answer = await fetch(`${server.address}/v1/corpora/killed/imports?name=list.txt`, {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: list,
        });
        ({ job } = (await answer.json()) as Json);
      }
      const before = asked.length;
      const state = await new Promise<string>(resolve => {
        const poll = async () => {
          const { json } = await send(server.address, `/v1/jobs/${job}`);
          if (json.ended !== undefined || (kills < 5 && asked.length > before + 40)) resolve(json.state);
          else setTimeout(poll, 50);
        };
        void poll();
      });
      const { json } = await send(server.address, `/v1/jobs/${job}`);
      await server.kill();
      if (state !== 'running') {
        expect(json).toMatchObject({ state: 'done', result: { failed: 0 } });
        expect(json.result.added + json.result.known).toBe(PAGES);
        break;
      }
      kills++;
    }
    expect(kills).toBe(5);
    // After each kill some pages are fetched again: those since the last save, and those in progress.
    expect(asked.length).toBeLessThan(PAGES + kills * 40);
  } finally {
    closeServers();
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);

/** The only long text of the page: html, body, p, text. */
const KEEPER = 4;

async function pageIn(address: string): Promise<string> {
  await send(address, '/v1/corpora', { body: { name: 'killed' } });
  const html = `<html><body><p>${'word '.repeat(2000)}</p></body></html>`;
  return (await send(address, '/v1/corpora/killed/pages', { body: { html } })).json.id;
}
