import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './folder.js';

it('makes nested folders, and names the file in the way', async () => {
  const root = await mkdtemp(join(tmpdir(), 'pith-folder-'));
  try {
    await makeFolder(join(root, 'a/b'));
    await makeFolder(join(root, 'a/b'));
    await writeFile(join(root, 'file'), '');
    await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'bad-output' });
    await expect(makeFolder(join(root, 'file/below'))).rejects.toThrow(
      /a part of the path is a file; choose another/,
    );
  } finally {
    await rm(root, { recursive: true });
  }
});
