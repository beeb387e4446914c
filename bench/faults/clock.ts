import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { send } from '../../packages/server/src/testing/annotation.js';
import { compared, type Fault, inFolder, pith, reasonOf } from './fault.js';
import { rowsIn, writeWarc } from './rows.js';

const SHIFTED = { NODE_OPTIONS: `--import ${new URL('./shift-clock.mjs', import.meta.url).href}` };
const SERVER = fileURLToPath(
  new URL('../../packages/server/dist/testing/server-process.js', import.meta.url),
);

export const clock: Fault = {
  name: 'clock',
  title: 'a clock that jumps back an hour or forward a year about every second',
  run: ({ pages, rounds }) =>
    inFolder(async folder => {
      const { file } = writeWarc(folder, pages);
      const batch = (out: string) => [
        'batch',
        file,
        '--out',
        join(folder, out),
        '--shard-rows',
        '50',
        '--workers',
        '1',
      ];
      const calm = await pith(batch('calm'));
      const shifted = await pith(batch('shifted'), SHIFTED);
      const lost = compared(await rowsIn(join(folder, 'calm')), await rowsIn(join(folder, 'shifted')));
      if (calm.code !== 0 || shifted.code !== 0)
        lost.push(`the batch ended with ${shifted.code}: ${reasonOf(shifted)}`);
      const saves = await savesUnderJumps(join(folder, 'store.sqlite'), rounds * 20, lost);
      return {
        test: `\`pith batch\` of ${pages} pages, and ${saves} saves of labels to a server`,
        outcome: `${(await rowsIn(join(folder, 'shifted'))).length} rows, the same as with a correct clock; every save answered and stored`,
        lost,
      };
    }),
};

async function savesUnderJumps(store: string, count: number, lost: string[]): Promise<number> {
  const child = spawn(process.execPath, [SERVER, JSON.stringify({ port: 0, store, threads: 1, rate: 0 })], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...SHIFTED },
  });
  const [address] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  try {
    await send(address, '/v1/corpora', { body: { name: 'clock' } });
    const html = `<p>${'word '.repeat(20_000)}</p>`;
    const { id } = (await send(address, '/v1/corpora/clock/pages', { body: { html } })).json as {
      id: string;
    };
    for (let save = 0; save < count; save++) {
      const operations = [{ id: randomUUID(), node: 2, label: String(save), start: save, end: save + 1 }];
      const { status } = await send(address, `/v1/pages/${id}/labels`, { as: 'ann', body: { operations } });
      if (status !== 200) lost.push(`save ${save} was answered with ${status}`);
    }
    const { labels } = (await send(address, `/v1/pages/${id}/labels`, { as: 'ann' })).json as {
      labels: unknown[];
    };
    if (labels.length !== count) lost.push(`${labels.length} of ${count} saves found`);
    return count;
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
