import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { main } from '@webpith/cli';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { extract, render } from 'webpith';

/** Checks the documentation against the code: links, options, exports and the example in the README. */
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const documents = [
  ...readdirSync(ROOT).filter(name => name.endsWith('.md')),
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
].sort();

const LINE = /\.ts#L\d+$/;
const LINK_TO_LINE = /\[`(\w+)`\]\(([^)\s]+\.ts)#L\d+\)/g;

/** The text without fenced code. */
const prose = (text: string) => text.replace(/^```[^\n]*\n[\s\S]*?^```$/gm, '');

/** GitHub's anchor of a heading: lower case, without punctuation, spaces as hyphens. */
function anchorsOf(text: string): Set<string> {
  const headings = [...prose(text).matchAll(/^#{1,6} +(.+)$/gm)].map(match => match[1]!);
  return new Set(
    headings.map(heading =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

describe.each(documents)('%s', document => {
  const text = read(document);

  it('has no broken links', () => {
    const targets = [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)].map(match => match[1]!);
    const broken = targets.filter(target => {
      if (LINE.test(target)) return false;
      if (/^[a-z]+:/.test(target)) return false;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? document : relative(ROOT, join(ROOT, dirname(document), path));
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(read(file)).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('links to the lines that define what the link names; UPDATE=1 corrects the numbers', () => {
    const linked = text.replace(LINK_TO_LINE, (_link, name: string, path: string) => {
      const lines = read(join(dirname(document), path)).split('\n');
      const line = lines.findIndex(each => new RegExp(`^export (?:\\w+ )+${name}\\b`).test(each)) + 1;
      return line === 0 ? `no definition of ${name} in ${path}` : `[\`${name}\`](${path}#L${line})`;
    });
    if (process.env.UPDATE) writeFileSync(join(ROOT, document), linked);
    else expect(linked).toBe(text);
  });

  it('quotes rows that are in the tables it names', () => {
    const quotes = [...text.matchAll(/^<!-- quoted from (\S+) -->\n([\s\S]*?)\n<!-- \/quoted -->$/gm)];
    const missing = quotes.flatMap(([, path, rows]) => {
      const source = new Set(read(join(dirname(document), path!)).split('\n'));
      return rows!.split('\n').filter(row => !source.has(row));
    });
    expect(missing).toEqual([]);
  });

  it('contains no paths of a development machine', () => {
    expect(text).not.toMatch(/\/work\/|\/root\/|\/home\//);
  });
});

it('every document in docs can be reached from its index', () => {
  const index = read('docs/README.md');
  const missing = documents.filter(
    file => /^docs\/(?:guides|reference)\//.test(file) && !index.includes(`(${file.slice('docs/'.length)})`),
  );
  expect(missing).toEqual([]);
});

describe('the README', () => {
  const readme = read('README.md');
  const url = 'https://example.org/coast/lighthouse';

  it('shows the real output for the example page', () => {
    const article = extract(new Uint8Array(readFileSync(join(ROOT, 'examples/lighthouse.html'))), { url });
    const shown = /^```markdown\n([\s\S]*?)^```$/m.exec(readme)![1]!.split(/\n…\n/);
    const markdown = render(article, 'markdown', { title: true, byline: true });
    expect(shown).toHaveLength(2);
    expect(shown.filter(part => !markdown.includes(part.trim()))).toEqual([]);
  });

  it('contains the two commands for a fresh machine, of which CI runs the second', () => {
    expect(readme).toContain('npm ci && npm run demo');
    expect(readme).toContain('npm ci && npm test');
    expect(read('.ci/run')).toMatch(/^npm ci && npm test$/m);
  });

  it('has a place for the table that training writes', () => {
    expect(readme).toMatch(/<!-- results:default -->\n[\s\S]*\n<!-- \/results:default -->/);
  });

  it('mentions only existing scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = documents.flatMap(file =>
      [...read(file).matchAll(/npm run ([a-z][\w:-]*)/g)].map(match => match[1]!),
    );
    expect([...new Set(named)].filter(name => !(name in scripts))).toEqual([]);
  });
});

describe('docs/reference/commands.md', () => {
  const sections = read('docs/reference/commands.md').split(/^## /m).slice(1);

  it('describes every command with every option, and no others', async () => {
    for (const [command, help] of await everyHelp([])) {
      const section = sections.find(text => new RegExp(`^\`${command}(?: <|\`)`).test(text));
      expect(section, `a section “## \`${command}\`” is missing`).toBeDefined();
      const flags = (text: string) => new Set(text.match(/(?<![\w-])--[a-z][a-z-]*/g));
      const options = [...help.matchAll(/^ {2}(-[^ ].*?)(?: {2,}|$)/gm)].map(match => match[1]!);
      expect(
        options.filter(option => !section!.includes(`\`${option}\``)),
        `missing in ${command}`,
      ).toEqual([]);
      const known = flags(help);
      expect(
        [...flags(section!)].filter(flag => !known.has(flag)),
        `unknown in ${command}`,
      ).toEqual([]);
    }
  });
});

/** The help of a command and all its subcommands, by command line. */
async function everyHelp(path: readonly string[]): Promise<[command: string, help: string][]> {
  const pieces: string[] = [];
  const stdout = Object.assign(
    new Writable({
      write(piece, _, done) {
        pieces.push(String(piece));
        done();
      },
    }),
    { columns: 400 },
  );
  const stdin = (async function* () {})();
  expect(await main([...path, '--help'], { stdin, stdout, stderr: stdout })).toBe(0);
  const help = pieces.join('');
  const listed = /^Commands:\n((?: {2}.*\n)+)/m.exec(help)?.[1] ?? '';
  const below = [...listed.matchAll(/^ {2}([a-z-]+)/gm)]
    .map(match => match[1]!)
    .filter(name => name !== 'help');
  const inner = await Promise.all(below.map(name => everyHelp([...path, name])));
  return [[['pith', ...path].join(' '), help], ...inner.flat()];
}

describe('docs/reference/api.md', () => {
  const api = read('docs/reference/api.md');
  const sources = [
    'index',
    'readability',
    'options',
    'article/article',
    'output/article-like',
    'output/chunks/from-article',
  ].map(name => {
    const file = `packages/pith/src/${name}.ts`;
    return ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  });

  it('names every export', () => {
    const names = sources.slice(0, 2).flatMap(exportedNames);
    expect(names.length).toBeGreaterThan(15);
    expect(
      names.filter(
        name => !new RegExp(`^###? .*\`${name}[\`(]`, 'm').test(api) && !api.includes(`\`${name}\``),
      ),
    ).toEqual([]);
  });

  it('names every field of every option and result', () => {
    const exported = new Set(sources.slice(0, 3).flatMap(exportedNames));
    const missing = sources.flatMap(source =>
      source.statements
        .filter(ts.isInterfaceDeclaration)
        .filter(({ name }) => exported.has(name.text))
        .flatMap(({ name, members }) => {
          const section = api.split(/^### /m).find(text => text.startsWith(`\`${name.text}\``)) ?? '';
          return members
            .map(member => member.name?.getText(source) ?? '')
            .filter(field => !new RegExp(`\`${field}(?:\\(\\))?\``).test(section))
            .map(field => `${name.text}.${field}`);
        }),
    );
    expect(missing).toEqual([]);
  });
});

function exportedNames(source: ts.SourceFile): string[] {
  return source.statements.flatMap(statement => {
    if (
      ts.isExportDeclaration(statement) &&
      statement.exportClause &&
      ts.isNamedExports(statement.exportClause)
    ) {
      return statement.exportClause.elements.map(({ name }) => name.text);
    }
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    const named = statement as ts.Statement & { readonly name?: ts.Identifier };
    return isExported && named.name ? [named.name.text] : [];
  });
}
