import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';

const folder = mkdtempSync(join(tmpdir(), 'pith-token-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = join(folder, 'store.sqlite');

async function pith(...args: string[]) {
  const io = memoryIo();
  const code = await main(['token', ...args, '--store', store], io);
  return { code, out: io.out(), err: io.err() };
}

it('creates, lists and removes tokens', async () => {
  const made = await pith('add', 'ann', '--json');
  const { secret, ...token } = JSON.parse(made.out);
  expect(token).toMatchObject({ name: 'ann', role: 'annotator' });
  expect(secret).toMatch(/^pith_[0-9a-f]{12}_[\w-]{43}$/);
  const plain = await pith('add', 'zoe', '--role', 'admin');
  expect(plain.out.trim()).toMatch(/^pith_/);
  expect(plain.err).toContain('shown only once');
  const { out } = await pith('list');
  expect(out).toMatch(/^ann {2}annotator {2}\d{4}-/m);
  expect(out).toMatch(/^zoe {2}admin/m);
  expect(out).not.toContain(secret);
  expect((await pith('remove', 'ann')).code).toBe(0);
  expect((await pith('list', '--json')).out).not.toContain('ann');
});

it('rejects duplicate, unknown and invalid names', async () => {
  await pith('add', 'bob');
  const twice = await pith('add', 'bob');
  expect(twice).toMatchObject({ code: 1, err: expect.stringContaining('already a token named bob') });
  expect(await pith('remove', 'nobody')).toMatchObject({
    code: 1,
    err: expect.stringContaining('pith token list'),
  });
  expect((await pith('add', 'eve', '--role', 'king')).code).toBe(2);
  expect((await pith('add', 'e v e')).code).toBe(2);
});
