import type { Attribute, Dataset } from './dataset.js';
import { type AnyMatrix, forEachCell } from './matrix.js';

export function writeArff(data: Dataset, names: { relation?: string; classAttribute?: string } = {}): string {
  const { relation = 'data', classAttribute = 'class' } = names;
  const classes: Attribute = { name: classAttribute, kind: 'nominal', values: data.classes };
  const attributes = [...data.attributes, classes];
  const written = writtenRows(data.x, attributes);
  const rows = written.map((cells, row) => {
    const label = arffQuoted(data.classes[data.y[row]!]!);
    const weight = data.weights && data.weights[row] !== 1 ? `,{${data.weights[row]}}` : '';
    if (data.x.kind === 'dense') return `${[...cells, label].join(',')}${weight}`;
    return `{${[...cells, `${data.x.columns} ${label}`].join(',')}}${weight}`;
  });
  const header = attributes.map(
    attribute => `@attribute ${arffQuoted(attribute.name)} ${writtenKind(attribute)}`,
  );
  return [`@relation ${arffQuoted(relation)}`, '', ...header, '', '@data', ...rows, ''].join('\n');
}

function writtenKind(attribute: Attribute): string {
  return attribute.kind === 'numeric' ? 'numeric' : `{${attribute.values.map(arffQuoted).join(',')}}`;
}

function writtenRows(x: AnyMatrix, attributes: readonly Attribute[]): string[][] {
  const rows: string[][] = Array.from({ length: x.rows }, () => []);
  forEachCell(x, (value, row, column) => {
    const attribute = attributes[column]!;
    let text = String(value);
    if (Number.isNaN(value)) text = '?';
    else if (attribute.kind === 'nominal') text = arffQuoted(attribute.values[value]!);
    rows[row]!.push(x.kind === 'dense' ? text : `${column} ${text}`);
  });
  return rows;
}

const WRITTEN_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '%': '\\%',
};

function arffQuoted(text: string): string {
  let escaped = '';
  let quote = text === '' || text === '?' || text.startsWith('@');
  for (const char of text) {
    quote ||= char <= ' ' || char in WRITTEN_ESCAPES || char === ',' || char === '{' || char === '}';
    escaped += WRITTEN_ESCAPES[char] ?? char;
  }
  return quote ? `'${escaped}'` : escaped;
}
