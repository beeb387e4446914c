import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { startPostgres, type TestPostgres, whyNoPostgres } from './postgres.js';

export { startPostgres, whyNoPostgres };

/** Runs the same tests on both databases. `address` creates a new, empty store per call. */
export function onBothDatabases(tests: (address: () => string) => void): void {
  describe('SQLite', () => {
    const folders: string[] = [];
    afterAll(() => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    });
    tests(() => {
      const folder = mkdtempSync(join(tmpdir(), 'pith-store-'));
      folders.push(folder);
      return join(folder, 'store.sqlite');
    });
  });

  const reason = whyNoPostgres();
  if (reason !== undefined) console.warn(`skipped: ${reason}`);
  describe.skipIf(reason !== undefined)('PostgreSQL', () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server.stop());
    tests(() => server.database());
  });
}
