import { expect, it } from 'vitest';
import { extract } from 'webpith';
import { extractRow } from './extract-row.js';

const source = { file: 'x', offset: 0, length: 9 };
const head = { url: 'https://example.org/a', date: '2020-01-02T00:00:00Z', source };

it.each([
  ['%PDF-1.7\n', /PithError: expected a web page, got a PDF document/],
  ['\x89PNG\r\n\x1a\n\0', /a PNG image/],
])('writes an error row for a file that is not a web page: %j', (bytes, error) => {
  for (const columns of [['text'], ['text', 'structure']] as const) {
    const row = extractRow(head, Buffer.from(bytes, 'latin1'), { columns, extract: {} }, extract);
    expect(row?.error).toMatch(error);
    expect(row?.text).toBeUndefined();
  }
});
