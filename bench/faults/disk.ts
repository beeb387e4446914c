import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compared, type Fault, type FaultResult, type FaultSize, inFolder, pith, reasonOf } from './fault.js';
import { rowsIn, writeWarc } from './rows.js';

const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'pipe' });

/** Runs a batch on a file system that fails, repairs it, and runs the batch again. */
async function failingDisk(
  { pages }: FaultSize,
  options: string,
  mended: string,
  expected: RegExp,
): Promise<FaultResult> {
  return await inFolder(async folder => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    try {
      mount('-t', 'tmpfs', '-o', options, 'tmpfs', disk);
    } catch {
      return { test: 'not run: this system allows no mounts', outcome: '', lost: [] };
    }
    try {
      const { file } = writeWarc(folder, pages);
      const out = join(disk, 'out');
      const batch = (to: string) => [
        'batch',
        file,
        '--out',
        to,
        '--shard-rows',
        '20',
        '--workers',
        '1',
        '--format',
        'ndjson',
      ];
      const failed = await pith(batch(out));
      const before = (await rowsIn(out)).length;
      mount('-o', `remount,${mended}`, disk);
      const again = await pith(batch(out));
      await pith(batch(join(folder, 'calm')));
      const lost = compared(await rowsIn(join(folder, 'calm')), await rowsIn(out));
      if (failed.code !== 1 || !expected.test(failed.output))
        lost.push(`ended with ${failed.code}: ${reasonOf(failed)}`);
      if (again.code !== 0) lost.push(`did not resume: ${reasonOf(again)}`);
      return {
        test: `\`pith batch\` of ${pages} pages, then the same command after the disk was repaired`,
        outcome: `exit code ${failed.code} (“${reasonOf(failed)}”) with ${before} complete rows; resumed to ${(await rowsIn(out)).length} rows`,
        lost,
      };
    } finally {
      execFileSync('umount', [disk], { stdio: 'ignore' });
    }
  });
}

export const fullDisk: Fault = {
  name: 'full-disk',
  title: 'a full disk',
  run: size => failingDisk(size, 'size=200k', 'size=64m', /disk is full|no room/i),
};

export const readOnlyDisk: Fault = {
  name: 'read-only',
  title: 'a read-only file system',
  run: size => failingDisk(size, 'size=64m,ro', 'rw', /read-only|cannot|not be written/i),
};
