import fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { SearchingTokenizer } from './tokenizer.js';

type Kind = new (
  ...options: ConstructorParameters<typeof Tokenizer>
) => { write(chunk: string): void; end(): void };

/** All that a tokenizer says about a text. */
function tokens(kind: Kind, html: string): string[] {
  const said: string[] = [];
  const listener = new Proxy({} as ConstructorParameters<typeof Tokenizer>[1], {
    get: (_, event) => {
      if (event === 'isInForeignContext') return () => false;
      return (...values: unknown[]) => void said.push(`${String(event)} ${values.join(' ')}`);
    },
  });
  const tokenizer = new kind({ decodeEntities: false }, listener);
  tokenizer.write(html);
  tokenizer.end();
  return said;
}

const PIECES = [
  '<p>',
  '</p>',
  '<a href="x">',
  "<a href='",
  '<script>',
  '</script>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<',
  '>',
  '"',
  "'",
  '=',
  ' ',
  '&amp;',
  'x'.repeat(60),
  '<title>',
  '</title',
  '<?x',
  '<!doctype html>',
];

describe('the searching tokenizer', () => {
  it('says what the plain one says', () => {
    const html = `<!doctype html><p class="${'a'.repeat(50)}">text ${'b'.repeat(50)}<script>if (a < b) x("</p>")</script><!-- ${'-'.repeat(40)} -->end`;
    expect(tokens(SearchingTokenizer, html)).toEqual(tokens(Tokenizer as unknown as Kind, html));
  });

  it('says what the plain one says about any soup of tags', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }), pieces => {
        const html = pieces.join('');
        expect(tokens(SearchingTokenizer, html)).toEqual(tokens(Tokenizer as unknown as Kind, html));
      }),
      { numRuns: 500 },
    );
  });
});
