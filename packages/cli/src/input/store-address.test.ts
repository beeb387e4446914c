import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { storeAddress } from './store-address.js';

const folder = mkdtempSync(join(tmpdir(), 'pith-store-address-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('the address of the store', () => {
  const PITH_STORE_FILE = file('address', 'postgres://pith@db/pith\n');

  it.each([
    ['is that of the option', '--store', { PITH_STORE: 'other' }, '--store'],
    ['or of PITH_STORE', undefined, { PITH_STORE: 'pith.db' }, 'pith.db'],
    ['or the content of PITH_STORE_FILE', undefined, { PITH_STORE_FILE }, 'postgres://pith@db/pith'],
    ['or a file in this folder', undefined, {}, 'pith.sqlite'],
  ])('%s', async (_, option, env, expected) => {
    expect(await storeAddress(option, env)).toBe(expected);
  });

  it('gets the password from a file, unless it has one or is a file itself', async () => {
    const PITH_STORE_PASSWORD_FILE = file('password', 'a/b@c:ü\n');
    const address = await storeAddress('postgres://pith@db/pith', { PITH_STORE_PASSWORD_FILE });
    expect(decodeURIComponent(new URL(address).password)).toBe('a/b@c:ü');
    expect(new URL(address).host).toBe('db');
    const given = 'postgres://pith:own@db/pith';
    expect(await storeAddress(given, { PITH_STORE_PASSWORD_FILE })).toBe(given);
    expect(await storeAddress('pith.sqlite', { PITH_STORE_PASSWORD_FILE })).toBe('pith.sqlite');
  });

  it('is refused if it is set twice, or its file is missing', async () => {
    await expect(storeAddress(undefined, { PITH_STORE: 'a', PITH_STORE_FILE })).rejects.toThrow(/both set/);
    const missing = join(folder, 'missing');
    await expect(storeAddress(undefined, { PITH_STORE_FILE: missing })).rejects.toThrow(
      /cannot read .*missing/,
    );
  });
});
