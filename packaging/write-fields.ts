/**
 * Writes the fields of an article into the reference and into the Python package: `npm run fields`. Names and kinds are
 * those of `packages/pith/src/article/fields.ts`, descriptions and types those of the interface `Article`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { FIELDS, type FieldKind, type FieldName, namesIn } from '../packages/pith/src/article/fields.js';

const ROOT = new URL('..', import.meta.url);
const ARTICLE = 'packages/pith/src/article/article.ts';

interface Described {
  readonly name: FieldName;
  readonly kind: FieldKind;
  readonly always: boolean;
  /** The comment of the field. */
  readonly means: string;
  /** The declared type, without `readonly` and `undefined`. */
  readonly type: string;
}

/** The generated texts, with their files and the lines that enclose them. */
export function generated(): readonly { path: string; begin: string; end: string; text: string }[] {
  const fields = describedFields();
  return [
    {
      path: 'docs/reference/api.md',
      begin: '<!-- fields -->',
      end: '<!-- /fields -->',
      text: reference(fields),
    },
    {
      path: 'python/src/webpith/article.py',
      begin: '    # fields',
      end: '    # /fields',
      text: python(fields),
    },
  ];
}

/** The text between two lines of a document. */
export function between(document: string, begin: string, end: string): string {
  const from = document.indexOf(`${begin}\n`) + begin.length + 1;
  const to = document.indexOf(`\n${end}\n`, from);
  if (from === begin.length || to < 0) throw new Error(`expected ${begin} and ${end}`);
  return document.slice(from, to);
}

function describedFields(): Described[] {
  const source = ts.createSourceFile(ARTICLE, read(ARTICLE), ts.ScriptTarget.Latest, true);
  const article = source.statements.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === 'Article',
  )!;
  const found = new Map(
    article.members.filter(ts.isPropertySignature).map(member => {
      const [comment] = ts.getJSDocCommentsAndTags(member);
      const means = ts.getTextOfJSDocComment(comment?.comment) ?? '';
      const type = member
        .type!.getText()
        .replace('readonly ', '')
        .replace(' | undefined', '')
        .replace(/^Readonly<(.*)>$/, '$1');
      return [member.name.getText(), { means: means.replace(/\s+/g, ' '), type }];
    }),
  );
  return namesIn(FIELDS).map(name => ({
    name,
    kind: FIELDS[name].kind,
    always: 'always' in FIELDS[name],
    ...found.get(name)!,
  }));
}

const PLAIN_TYPES = ['string', 'string[]', 'boolean', 'number'];

function reference(fields: readonly Described[]): string {
  const rows = fields.map(({ name, always, means, type }) => {
    const shown = PLAIN_TYPES.includes(type) ? type : `\`${type.replaceAll('|', '\\|')}\``;
    return `| \`${name}\` | ${shown}${always ? '' : '?'} | ${means} |`;
  });
  return ['| field | type | |', '| --- | --- | --- |', ...rows].join('\n');
}

const PYTHON: Readonly<Record<FieldKind, string>> = {
  ...{ string: 'str', time: 'str', language: 'str', link: 'str', media: 'str' },
  ...{ strings: 'list[str]', boolean: 'bool', double: 'float', json: 'dict[str, Any]' },
};

/** The attributes of the class without `url`, which belongs to the page. */
function python(fields: readonly Described[]): string {
  const lines = fields.flatMap(({ name, kind, means, type }) => {
    if (name === 'url') return [];
    const own = kind === 'json' ? pythonType(type) : PYTHON[kind];
    const isEmpty = /^(?:list|dict)\b/.test(own);
    const snake = name.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`);
    return [`    ${snake}: ${isEmpty ? own : `${own} | None`}`, `    """${means.replaceAll('`', '``')}"""`];
  });
  return lines.join('\n');
}

function pythonType(type: string): string {
  const listed = /^(\w+)\[\]$/.exec(type)?.[1];
  if (listed !== undefined) return `list[${listed === 'ContentNode' ? 'dict[str, Any]' : listed}]`;
  if (type === 'Product') return type;
  const value = /Record<\w+, (\w+)>/.exec(type)?.[1];
  return `dict[str, ${value === 'number' ? 'float' : value === 'string' ? 'str' : 'Any'}]`;
}

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, begin, end, text } of generated()) {
    const document = read(path);
    const old = between(document, begin, end);
    writeFileSync(
      new URL(path, ROOT),
      document.replace(`${begin}\n${old}\n${end}`, () => `${begin}\n${text}\n${end}`),
    );
  }
}
