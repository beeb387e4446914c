import { execFile, spawnSync } from 'node:child_process';
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
  const folders: string[] = [];
  let tarballs: Awaited<ReturnType<typeof packAll>>;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'pith-installed-'));
    folders.push(home);
    tarballs = await packAll(home);
    await install(home, tarballs);
    copyFileSync(join(ROOT, 'test/packages/consumer/use.mjs'), join(home, 'use.mjs'));
  });
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

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

  it('pipe pages without the packages of crawls and their dependencies', async () => {
    // Not below the other installation, whose packages would be found.
    const small = await mkdtemp(join(tmpdir(), 'pith-installed-'));
    folders.push(small);
    const needed = ['pith', 'threads', 'fetch', 'cli'];
    await install(
      small,
      tarballs.filter(({ folder }) => needed.includes(folder)),
    );
    const command = join(small, 'node_modules/@webpith/cli/bin/pith.js');
    const input = `${JSON.stringify({ id: 'a', html: '<title>Tides</title><p>High water at six.' })}\n`;
    const { stdout, stderr } = spawnSync(process.execPath, [command, 'pipe', '--columns', 'title'], {
      input,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ id: 'a', title: 'Tides' });
  });
});
