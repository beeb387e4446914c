import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { between, generated } from '../packaging/write-fields.js';

it.each(generated())(
  '$path lists the fields of an article like the library',
  ({ path, begin, end, text }) => {
    const document = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    expect(between(document, begin, end), 'run npm run fields').toBe(text);
  },
);
