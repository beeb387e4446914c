import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFolder, makeFolder } from './folder.js';

let root: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'pith-folder-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(root, { recursive: true });
});

describe('makeFolder', () => {
  it('makes nested folders, and names the file in the way', async () => {
    await makeFolder(join(root, 'a/b'));
    await makeFolder(join(root, 'a/b'));
    await writeFile(join(root, 'file'), '');
    await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'bad-output' });
    await expect(makeFolder(join(root, 'file/below'))).rejects.toThrow(
      /a part of the path is a file; choose another/,
    );
  });

  it.each(['s3://bucket/out', 'GS://bucket/out', 'https://example.org/out'])('refuses %s', async address => {
    await expect(makeFolder(address)).rejects.toMatchObject({
      code: 'bad-output',
      message: expect.stringMatching(/^cannot write to .* is not supported; write to a local folder/),
    });
  });
});

describe('lockFolder', () => {
  /** The folder with a lock that contains this text. */
  async function lockedBy(text: string): Promise<string> {
    const folder = await mkdtemp(join(root, 'locked-'));
    await writeFile(join(folder, '.lock'), text);
    return folder;
  }

  it('refuses a folder in use by this process, and removes its lock', async () => {
    const folder = await mkdtemp(join(root, 'own-'));
    const unlock = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'in-use' });
    expect(await readFile(join(folder, '.lock'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    await unlock();
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a folder in use by another process', async () => {
    const folder = await lockedBy(String(process.ppid));
    await expect(lockFolder(folder)).rejects.toThrow(`process ${process.ppid} is writing to ${folder}`);
    expect(await readdir(folder)).toEqual(['.lock']);
  });

  it.each(['', 'nonsense', '999999999', '0', `${process.pid}`])(
    'takes over the lock of no process: %j',
    async text => {
      const unlock = await lockFolder(await lockedBy(text));
      await unlock();
    },
  );

  it.skipIf(!existsSync('/proc/self/stat'))('takes over a lock if its process id was reused', async () => {
    const unlock = await lockFolder(await lockedBy(`${process.ppid} some-boot:12345`));
    await unlock();
  });

  it.skipIf(!existsSync('/proc/self/stat'))('takes over the lock of a zombie', async () => {
    // A shell that is replaced by a program never waits for its child, which ends once that has happened.
    const child = 'while [ "$(cat /proc/$$/comm)" = sh ]; do sleep 0.01; done';
    const parent = spawn('sh', ['-c', `(${child}) & echo $!; exec sleep 300`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    children.push(parent);
    const zombie = await new Promise(resolve => parent.stdout!.once('data', text => resolve(Number(text))));
    await expect.poll(() => readFileSync(`/proc/${zombie}/stat`, 'utf8')).toMatch(/\) Z /);
    const unlock = await lockFolder(await lockedBy(`${zombie}`));
    await unlock();
  });
});
