import { describe, expect, it } from 'vitest';
import { commands } from './commands/table.js';
import type { Io } from './io.js';
import { main } from './main.js';
import { memoryIo } from './testing/memory-io.js';
import { version } from './version.js';

async function pith(...args: string[]) {
  const io = memoryIo();
  const code = await main(args, io);
  return { code, out: io.out(), err: io.err() };
}

describe('main', () => {
  it('accepts the process as its Io', () => {
    const io: Io = process;
    expect(io.stdout).toBe(process.stdout);
  });

  it('suggests a first command when called without arguments', async () => {
    const { code, out, err } = await pith();
    expect(code).toBe(0);
    expect(out).toContain('pith extract https://example.org/story');
    expect(out.split('\n').length).toBeLessThan(15);
    expect(err).toBe('');
  });

  it('prints its version', async () => {
    expect(await pith('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('lists every command in its help', async () => {
    const { code, out } = await pith('--help');
    expect(code).toBe(0);
    for (const name of Object.keys(commands)) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  const everyHelp = [
    ['--help'],
    ...Object.keys(commands).map(name => [name, '--help']),
    ['corpus', 'info', '--help'],
    ['corpus', 'import', '--help'],
  ];

  it.each(everyHelp)('prints a help of one screen with an example: %s %s', async (...args) => {
    const { code, out, err } = await pith(...args.filter(argument => argument !== undefined));
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toContain('Example');
    const lines = out.trimEnd().split('\n');
    // `extract` has many options, in groups; other help texts are shorter.
    expect(lines.length).toBeLessThanOrEqual(args[0] === 'extract' ? 64 : 42);
    expect(Math.max(...lines.map(line => line.length))).toBeLessThanOrEqual(80);
  });

  it.each<[args: string[], message: RegExp]>([
    [['extrct', 'x'], /unknown command 'extrct'.*extract.*see pith --help/],
    [['story.html'], /unknown command 'story.html'; to extract a page, run pith extract story.html/],
    [['https://example.org/a'], /to extract a page, run pith extract https:\/\/example\.org\/a/],
    [['extract', 'a', '--markdown'], /unknown option '--markdown'; use --format markdown/],
    [['extract'], /no page given; name a file, a folder, a URL or -.*see pith extract --help/],
    [['render', 'a', 'b'], /too many arguments.*see pith render --help/],
    [['extract', 'a', '--formt', 'text'], /--formt.*--format/],
    [['extract', 'a', '--format', 'pdf'], /'pdf'.*text, markdown, html, json, tei/],
    [['extract', 'a', '--timeout', 'soon'], /'soon'.*seconds above 0/],
    [['extract', 'a', '--timeout', '0'], /'0'.*seconds above 0/],
    [['extract', 'a', '--max-size', 'big'], /'big'.*50MB/],
    [['extract', 'a', '--url', 'javascript:alert(1)'], /https:\/\/example\.org/],
    [['run', 'corpus'], /'--out <file>' not specified/],
    [['run', 'corpus', '--out', '-', '--include', 'title,ads'], /title, byline, captions, comments, hidden/],
    [['run', 'corpus', '--out', '-', '--limit', '-3'], /above 0/],
    [['corpus'], /no command given.*see pith corpus --help/],
    [['corpus', 'infos', 'x'], /'infos'/],
    [['corpus', 'import', 'dragnet'], /missing required argument 'source'/],
    [['--nonsense'], /--nonsense/],
  ])('rejects wrong usage %j with one line and code 2', async (args, message) => {
    const { code, out, err } = await pith(...args);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(message);
    expect(err.trimEnd()).not.toContain('\n');
  });

  it('prints stack traces only with --verbose', async () => {
    const quiet = await pith('extract', 'no-such-file.html');
    const verbose = await pith('extract', 'no-such-file.html', '--verbose');
    expect([quiet.code, verbose.code]).toEqual([1, 1]);
    expect(quiet.err.trimEnd().split('\n')).toHaveLength(1);
    expect(quiet.err).not.toMatch(/\n\s+at /);
    expect(verbose.err).toMatch(/\n\s+at /);
    expect(verbose.err).toMatch(/caused by: .*ENOENT/);
  });

  it('reports an unexpected error as such, with advice', async () => {
    const io = memoryIo({ input: '<p>x' });
    const library = () => Promise.reject(new TypeError('x is not\na function'));
    expect(await main(['extract', '-'], io, { library })).toBe(1);
    expect(io.err()).toMatch(/^pith: unexpected TypeError: x is not a function; .*--verbose.*\n$/);
  });

  it('removes control characters from error messages', async () => {
    const { err } = await pith('extract', '\u001b[2Jevil\u0007.html');
    expect(err).toContain('evil');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  it('exits quietly when its output is closed', async () => {
    for (const args of [[], ['--help'], ['--version']]) {
      const io = memoryIo({ closesAfter: 0 });
      expect(await main(args, io)).toBe(0);
      expect(io.err()).toBe('');
    }
  });
});
