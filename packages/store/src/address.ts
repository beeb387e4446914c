import { StoreError } from './errors.js';

/** Where a store is: a file of SQLite, or a database of PostgreSQL. */
export type StoreAddress =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

/** Reads `postgres://…`, `sqlite:FILE`, `:memory:` or the path of a file. */
export function parseAddress(address: string): StoreAddress {
  if (/^postgres(?:ql)?:\/\//i.test(address)) return { kind: 'postgres', url: address };
  if (/^sqlite:/i.test(address)) return sqlite(address.slice('sqlite:'.length), address);
  if (/^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(address)) throw bad(address);
  return sqlite(address, address);
}

function sqlite(file: string, address: string): StoreAddress {
  if (file.trim() === '') throw bad(address);
  return { kind: 'sqlite', file };
}

function bad(address: string): StoreError {
  return new StoreError(
    'bad-address',
    `expected a file or postgres://user@host/database, got ${JSON.stringify(withoutSecret(address))}; check --store`,
  );
}

/** An address as it may be shown: without the password. */
export function withoutSecret(address: string): string {
  const scheme = address.indexOf('://');
  const at = address.lastIndexOf('@');
  if (scheme < 0 || at < scheme) return address;
  const user = address.slice(scheme + 3, at).split(':', 1)[0];
  return `${address.slice(0, scheme + 3)}${user}${address.slice(at)}`;
}
