import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { install } from './packages/install.js';
import { packAll, ROOT } from './packages/tarballs.js';

const run = promisify(execFile);

describe('packages installed from their tarballs', () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'pith-installed-'));
    await install(home, await packAll(home));
    copyFileSync(join(ROOT, 'test/packages/consumer/use.mjs'), join(home, 'use.mjs'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  it('work when imported as modules', async () => {
    const { stdout, stderr } = await run(process.execPath, ['use.mjs'], { cwd: home });
    expect(stderr).toBe('');
    expect(stdout).toBe('used\n');
  });

  it('work as a command', async () => {
    const command = join(home, 'node_modules/@webpith/cli/bin/pith.js');
    const page = join(ROOT, 'examples/lighthouse.html');
    const { stdout } = await run(process.execPath, [command, 'extract', page], { cwd: home });
    expect(stdout).toContain('Edith Marlow');
  });
});
