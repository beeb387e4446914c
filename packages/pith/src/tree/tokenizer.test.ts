import fc from 'fast-check';
import { Tokenizer as Reference } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { KNOWN_TAGS, TAG } from './names.js';
import { Tokenizer } from './tokenizer.js';

/** All tokens of a text. */
function tokens(html: string): string[] {
  const said: string[] = [];
  const say =
    (event: string) =>
    (...places: number[]) =>
      void said.push(`${event} ${places.join(' ')}`);
  new Tokenizer(html, {
    text: say('text'),
    open: (start, stop, hash) => {
      say('open')(start, stop);
      return KNOWN_TAGS.find(html, start, stop, hash);
    },
    attribute: (start, stop, value, end) => say('attribute')(start, stop, value, end),
    opened: say('opened'),
    selfClosed: say('selfClosed'),
    close: say('close'),
    comment: say('comment'),
    cdata: say('cdata'),
    doctype: say('doctype'),
    isInForeign: () => false,
  }).run();
  return said;
}

/** The tokens of htmlparser2 in the same form. */
function reference(html: string): string[] {
  const said: string[] = [];
  const say = (event: string, ...places: number[]) => void said.push(`${event} ${places.join(' ')}`);
  let name: readonly number[] = [];
  let value: readonly number[] | undefined;
  const tokenizer = new Reference(
    { decodeEntities: false },
    {
      // htmlparser2 reports a text without a start for a page that ends inside an end tag.
      ontext: (start, stop) => void (start < 0 || say('text', start, stop)),
      onopentagname: (start, stop) => say('open', start, stop),
      onattribname: (start, stop) => {
        name = [start, stop];
        value = undefined;
      },
      onattribdata: (start, stop) => {
        value = [start, stop];
      },
      onattribend: () => say('attribute', ...name, ...(value ?? [name[1]!, name[1]!])),
      onopentagend: at => say('opened', at),
      onselfclosingtag: at => say('selfClosed', at),
      onclosetag: (start, stop) => say('close', start, stop),
      oncomment: (start, stop, sign) => say('comment', start, Math.max(start, stop - sign)),
      oncdata: (start, stop, sign) => say('cdata', start, stop - sign),
      ondeclaration: (start, stop) => say('doctype', start, stop),
      onprocessinginstruction: () => {},
      ontextentity: () => {},
      onattribentity: () => {},
      onend: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return said;
}

// biome-ignore format: a table
const PIECES = [
  '<p>', '</p>', '<a href="x">', "<a href='", '<a href=', '<div =a b = "c" d= e/ f>', '<br/>', '<br / >', '<B>', '</b',
  '<script>', '</script>', '</SCRIPT ', '<style ', '</style/', '<title>', '</title', '</title>', '<textarea>', '</textarea>',
  '<iframe src=a/>', '</iframe>', '<noembed>', '</noembed>', '<noframes x>', '</noframes>', '<xmp>', '</xmp>', '<plaintext>',
  '<!--', '-->', '--!>', '<!-->', '<!--->', '<!-', '<![CDATA[', '[CDATA[', ']]>', '<!doctype html>', '<!DOCTYPE', '<!doct',
  '<!', '<!>', '<?x', '</', '</ ', '</1', '<1', '<', '>', '"', "'", '=', ' ', '\n', '\f', '/', '-', '--', '!', '&amp;', 'é', 'ab',
  'x'.repeat(60),
];

describe('the tokenizer', () => {
  it('agrees with htmlparser2', () => {
    const html = `<!doctype html><p class="${'a'.repeat(50)}">text ${'b'.repeat(50)}<script>if (a < b) x("</p>")</script><!-- ${'-'.repeat(40)} -->end`;
    expect(tokens(html)).toEqual(reference(html));
  });

  it('agrees with htmlparser2 on any soup of tags', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), pieces => {
        // htmlparser2 reports a truncated start tag as text; the standard drops it. It does not recover unclosed elements.
        const html = `${pieces.join('')} </title></textarea></iframe> `;
        expect(tokens(html)).toEqual(reference(html));
      }),
      { numRuns: 3_000 },
    );
  });

  it('ignores a truncated tag name', () => {
    for (const end of ['<scr', '<p', '</p']) expect(tokens(`<b>x</b>${end}`)).toEqual(tokens('<b>x</b>'));
  });

  it('has no raw text in svg and math', () => {
    const said: string[] = [];
    const nothing = () => {};
    new Tokenizer('<title><b>x</b></title>', {
      text: nothing,
      open: (start, stop) => said.push(`${start} ${stop}`) && TAG.title,
      attribute: nothing,
      opened: nothing,
      selfClosed: nothing,
      close: nothing,
      comment: nothing,
      cdata: nothing,
      doctype: nothing,
      isInForeign: () => true,
    }).run();
    expect(said).toEqual(['1 6', '8 9']);
  });
});
