import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../main.js';
import { memoryIo } from '../testing/memory-io.js';
import { SHELLS } from './completion.js';
import { commands } from './table.js';

async function pith(...args: string[]): Promise<string> {
  const io = memoryIo();
  expect(await main(args, io)).toBe(0);
  return io.out();
}

const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

describe.each(SHELLS)('completion for %s', shell => {
  it('contains every command and its options', async () => {
    const script = await pith('completion', shell);
    for (const name of Object.keys(commands)) expect(script).toContain(name);
    for (const option of ['front-matter', 'out-dir', 'user-agent']) expect(script).toContain(option);
  });

  it('is a valid script for the shell', async context => {
    if (!has(shell)) {
      console.warn(`skipped: ${shell} is not installed`);
      return context.skip();
    }
    const file = join(mkdtempSync(join(tmpdir(), 'pith-shell-')), 'script');
    writeFileSync(file, await pith('completion', shell));
    execFileSync(shell, ['-n', file]);
  });
});

describe('completion in bash', () => {
  async function completed(...typed: string[]): Promise<string[]> {
    const script = `${await pith('completion', 'bash')}
COMP_WORDS=(pith ${typed.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}
_pith; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  }

  it('completes commands, subcommands, options and files', async () => {
    expect(await completed('ex')).toEqual(['extract', 'experiment']);
    expect(await completed('corpus', 'i')).toEqual(expect.arrayContaining(['info', 'import']));
    expect(await completed('extract', '--no-')).toEqual(['--no-links', '--no-images', '--no-tables']);
    expect(await completed('extract', '--format', 'text', '--front')).toEqual(['--front-matter']);
    expect(await completed('extract', 'package.j')).toEqual(['package.json']);
  });
});

describe('the manual', () => {
  it('describes every command and option, and escapes text that looks like a request', async () => {
    const page = await pith('manual');
    for (const name of Object.keys(commands)) expect(page).toContain(`.SS pith ${name}`);
    expect(page).toContain('.B \\-f, \\-\\-format \\fIvalue\\fR');
    const requests = page.split('\n').filter(line => line.startsWith('.'));
    expect(requests.filter(line => !/^\.(?:TH|SH|SS|TP|B|I|nf|fi)\b/.test(line))).toEqual([]);
  });

  it('is accepted by groff without warnings', async context => {
    if (!has('groff')) {
      console.warn('skipped: groff is not installed');
      return context.skip();
    }
    const { stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww'], { input: await pith('manual') });
    expect(String(stderr)).toBe('');
    expect(String(stdout)).toContain('proxies used to fetch pages');
  });
});
