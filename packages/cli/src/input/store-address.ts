import { readFile } from 'node:fs/promises';
import { fileError, UsageError } from '../errors.js';

export const STORE_FLAG = '--store <db>';
export const STORE_HELP =
  'database: an SQLite file or postgres://user@host/database (default: $PITH_STORE, the address in the file $PITH_STORE_FILE, or pith.sqlite)';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A password from the file PITH_STORE_PASSWORD_FILE is added to a PostgreSQL address without one, since arguments and
 * environments are visible to other programs.
 */
export async function storeAddress(option: string | undefined, env: Environment = {}): Promise<string> {
  const address = option ?? (await addressFrom(env));
  const secret = env.PITH_STORE_PASSWORD_FILE;
  if (secret === undefined || !/^postgres(?:ql)?:\/\//i.test(address)) return address;
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.password !== '') return address;
  url.password = encodeURIComponent(await read(secret));
  return url.href;
}

async function addressFrom({ PITH_STORE, PITH_STORE_FILE }: Environment): Promise<string> {
  if (PITH_STORE !== undefined && PITH_STORE_FILE !== undefined)
    throw new UsageError('PITH_STORE and PITH_STORE_FILE are both set; unset one');
  if (PITH_STORE_FILE !== undefined) return await read(PITH_STORE_FILE);
  return PITH_STORE ?? 'pith.sqlite';
}

async function read(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw fileError(error, file, 'read');
  });
  return text.trim();
}
