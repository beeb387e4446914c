import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { send } from '../../packages/server/src/testing/annotation.js';
import { startServerProcess } from '../../packages/server/src/testing/killed-server.js';
import { startPostgres, whyNoPostgres } from '../../packages/store/src/testing/postgres.js';
import { type Fault, inFolder } from './fault.js';

const ANNOTATORS = ['ann', 'bob', 'eve'];

export const twoServers: Fault = {
  name: 'two-servers',
  title: 'two servers on one store',
  run: ({ rounds }) =>
    inFolder(async folder => {
      const saves = rounds * 10;
      const lost = await trial(join(folder, 'store.sqlite'), saves);
      const isThere = whyNoPostgres() === undefined;
      if (isThere) {
        const server = await startPostgres();
        try {
          lost.push(...(await trial(server.database(), saves)));
        } finally {
          await server.stop();
        }
      }
      const stores = isThere ? 'SQLite, then PostgreSQL' : 'SQLite';
      return {
        test: `${ANNOTATORS.length} annotators who save ${saves} times each through two servers in turn, at the same time; ${stores}`,
        outcome: 'every save answered and visible through both servers; revisions without gaps',
        lost,
      };
    }),
};

async function trial(store: string, saves: number): Promise<string[]> {
  const lost: string[] = [];
  const options = { port: 0, store, threads: 1, rate: 0 };
  const servers = [await startServerProcess(options), await startServerProcess(options)];
  const addressOf = (turn: number) => servers[turn % 2]!.address;
  try {
    await send(addressOf(0), '/v1/corpora', { body: { name: 'two' } });
    const html = `<p>${'word '.repeat(20_000)}</p>`;
    const { id } = (await send(addressOf(1), '/v1/corpora/two/pages', { body: { html } })).json as {
      id: string;
    };
    const annotate = async (as: string, first: number) => {
      for (let save = 0; save < saves; save++) {
        const operations = [{ id: randomUUID(), node: 2, label: String(save), start: save, end: save + 1 }];
        const { status } = await send(addressOf(first + save), `/v1/pages/${id}/labels`, {
          as,
          body: { operations },
        });
        if (status !== 200) lost.push(`${as}: save ${save} was answered with ${status}`);
      }
    };
    await Promise.all(ANNOTATORS.map(annotate));
    for (const as of ANNOTATORS) {
      for (const { address } of servers) {
        const { labels, revision } = (await send(address, `/v1/pages/${id}/labels`, { as })).json as {
          labels: unknown[];
          revision: number;
        };
        if (labels.length !== saves || revision !== saves)
          lost.push(`${as}: ${labels.length} labels, revision ${revision}, of ${saves} saves`);
      }
    }
    return lost;
  } finally {
    for (const server of servers) await server.kill();
  }
}
