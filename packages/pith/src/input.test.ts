import { inspect } from 'node:util';
import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import {
  chunks,
  type ExtractOptions,
  extract,
  type OutputFormat,
  type PageInput,
  PithError,
  render,
} from './index.js';
import { extract as extractSmall } from './small.js';

const TEXT =
  'The mill stands where the river bends, and has not turned since the war took the miller and his sons.';
const PAGE = `<html><head><title>The mill</title></head><body><nav><a href="/">Home</a></nav><article><h1>The mill</h1>
<p>${TEXT}</p><p>Every spring the water <a href="works">works</a> at its wheel, and every spring somebody props it up.</p></article></body></html>`;
const bytes = new TextEncoder().encode(PAGE);

describe('the forms of a page', () => {
  const padded = new Uint8Array(bytes.length + 16);
  padded.set(bytes, 8);
  const forms: Readonly<Record<string, PageInput>> = {
    'a string': PAGE,
    bytes,
    'an ArrayBuffer': bytes.slice().buffer,
    'a view of a buffer': new DataView(padded.buffer, 8, bytes.length),
    'other typed arrays': new Int8Array(bytes),
    'a document of jsdom': new JSDOM(PAGE).window.document,
    'a document of linkedom': parseHTML(PAGE).document as unknown as Document,
    'an element': new JSDOM(PAGE).window.document.querySelector('article')!,
  };

  it.each(Object.entries(forms))('%s', (_, form) => {
    expect(extract(form).text).toContain(TEXT);
  });

  it('reads an element alone', () => {
    const { document } = new JSDOM(
      `${PAGE}<article><p>Another text that is long enough to be read by itself.</p></article>`,
    ).window;
    expect(extract(document.querySelectorAll('article')[1]!).text).not.toContain('river');
  });
});

describe('the URL of a page', () => {
  it('may be a URL object', () => {
    const article = extract(PAGE, { url: new URL('https://example.org/mills/1') });
    expect(article.url).toBe('https://example.org/mills/1');
    expect(article.html).toContain('https://example.org/mills/works');
  });

  it('is that of a live document', () => {
    const { document } = new JSDOM(PAGE, { url: 'https://example.org/mills/2' }).window;
    expect(extract(document).url).toBe('https://example.org/mills/2');
    expect(extract(document).html).toContain('https://example.org/mills/works');
    expect(extract(document, { url: 'https://example.com/' }).url).toBe('https://example.com/');
    expect(extract(new JSDOM(PAGE).window.document).url).toBeUndefined();
  });

  it('is the base of its document for an element', () => {
    const { document } = new JSDOM(PAGE.replace('<title>', '<base href="/elsewhere/"><title>'), {
      url: 'https://example.org/mills/3',
    }).window;
    expect(extract(document).html).toContain('https://example.org/elsewhere/works');
    expect(extract(document.querySelector('article')!).html).toContain('https://example.org/elsewhere/works');
  });
});

/** The error thrown, which must be a PithError with a remedy. */
function refusal(run: () => unknown): PithError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(PithError);
    const { message, remedy } = error as PithError;
    expect(remedy).not.toBe('');
    expect(message.endsWith(`; ${remedy}`)).toBe(true);
    return error as PithError;
  }
  throw new Error('expected it to be refused');
}

describe('input that is not a page is rejected', () => {
  const inputs: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    null: [null, /got null/],
    undefined: [undefined, /got undefined/],
    'a number': [7, /got 7/],
    'an object': [{}, /type object/],
    'an array': [[], /an array/],
    'an address': ['https://example.org/mills/1', /the address .*fetch it first/],
    'an address amid spaces': [' http://example.org\n', /fetch it first/],
    'a URL': [new URL('https://example.org/'), /got a URL.*fetch it first/],
    'the name of a file': ['pages/mill.html', /file name.*read the file/],
    'a Response': [new Response(PAGE), /Response.*extractFrom/],
    'a Blob': [new Blob([PAGE]), /Blob.*extractFrom/],
    'a promise': [Promise.resolve(PAGE), /a promise.*extractFrom/],
  };

  it.each(Object.entries(inputs))('%s', (_, [input, message]) => {
    const error = refusal(() => extract(input as string));
    expect(error.code).toBe('bad-input');
    expect(error.message).toMatch(message);
  });

  it('but prose about URLs and files is text', () => {
    expect(extract('Look at https://example.org/ for more.').text).toContain('Look at');
    expect(extract('Open index.html and look.').text).toContain('Open');
  });
});

describe('the answer of an API instead of a page', () => {
  const answers = ['{"html": "<p>Text"}', ' [{"a": 1}]', '\ufeff{}'];

  it.each(answers)('is refused as text and as bytes: %s', answer => {
    for (const input of [answer, new TextEncoder().encode(answer)]) {
      const error = refusal(() => extract(input));
      expect(error.code).toBe('not-a-page');
      expect(error.message).toMatch(/got JSON; if one of its fields/);
    }
  });

  it('does not include text that only begins like it', () => {
    expect(extract('[1] The tables of the tides are in the appendix.').text).toContain('appendix');
  });
});

describe('links of a page without url', () => {
  const links =
    '<article><h1>Tides</h1><p>High water at <a href=../noon>noon</a> today and tomorrow.</article>';
  const written = (head: string, options?: ExtractOptions) => extract(head + links, options).markdown;

  it('are resolved against its canonical URL, or that of Open Graph', () => {
    expect(written('<link rel=canonical href=https://example.org/a/b>')).toContain(
      '(https://example.org/noon)',
    );
    expect(written('<meta property=og:url content=https://example.org/c/d>')).toContain(
      '(https://example.org/noon)',
    );
  });

  it('are left alone if it declares none, or a relative one', () => {
    expect(written('')).toContain('(../noon)');
    expect(written('<link rel=canonical href=/a/b>')).toContain('(../noon)');
  });

  it('are resolved against the given URL first', () => {
    const head = '<link rel=canonical href=https://example.org/a/b>';
    expect(written(head, { url: 'https://mirror.example/x/y' })).toContain('(https://mirror.example/noon)');
  });
});

describe('an article printed in Node', () => {
  it('shows its main fields and how to get all', () => {
    const shown = inspect(extract(PAGE));
    expect(shown).toMatch(/^Article \{/);
    expect(shown).toContain("title: 'The mill'");
    expect(shown).toContain('toJSON()');
  });
});

describe('a copy of an article', () => {
  it.each([
    ['the library', extract],
    ['the small build', extractSmall],
  ])('has the fields of toJSON() in %s', (_, read) => {
    const article = read(PAGE);
    const json = article.toJSON();
    expect(json).toMatchObject({ title: 'The mill', authors: [], text: article.text });
    expect(structuredClone(article)).toEqual(json);
    expect({ ...article }).toEqual(json);
    expect(Object.keys(article)).toEqual(Object.keys(json));
  });
});

describe('options', () => {
  const wrong: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    'an unknown name': [{ ur: 'https://example.org' }, /did you mean url\?/],
    'a name in other letters': [{ maxlength: 7 }, /did you mean maxLength\?/],
    'a name like no other': [{ frobnicate: 1 }, /an option \(url, .*use one of these/],
    'a string': ['https://example.org/', /use \{ url \} for an address/],
    null: [null, /as an object, got null/],
    'a url that is none': [{ url: 7 }, /url as an absolute address.*got 7/],
    'a path as url': [
      { url: '/coast/mill' },
      /url as an absolute address such as https:.*got "\/coast\/mill"/,
    ],
    'a host as url': [{ url: 'example.org/mill' }, /got "example\.org\/mill"/],
    'an empty url': [{ url: '' }, /got ""/],
    'a part that is unknown': [{ include: { titel: true } }, /did you mean title\?/],
    'a part of the wrong kind': [{ include: { title: 'yes' } }, /title as true or false, got "yes"/],
    'an include that is no object': [{ include: true }, /include as an object, got true/],
    lean: [{ lean: 2 }, /lean as a number from -1 to 1, got 2/],
    'no lean': [{ lean: Number.NaN }, /lean as a number/],
    maxLength: [{ maxLength: 0 }, /maxLength as a positive number/],
    rules: [{ rules: { keep: '.article' } }, /keep as an array of selectors/],
    'an unknown rule': [{ rules: { remove: [] } }, /rules \(keep, drop\)/],
    'a selector': [{ rules: { drop: ['a > b'] } }, /selector of a tag/],
    charset: [{ charset: 1252 }, /charset as the name/],
  };

  it.each(Object.entries(wrong))('%s', (_, [options, message]) => {
    const error = refusal(() => extract(PAGE, options as ExtractOptions));
    expect(error.code).toBe('bad-option');
    expect(error.message).toMatch(message);
  });

  it('may be undefined one by one', () => {
    const options = { url: undefined, include: undefined } as unknown as ExtractOptions;
    expect(extract(PAGE, options).title).toBe('The mill');
  });
});

describe('render and chunks', () => {
  const article = extract(PAGE);

  it('reject unknown formats', () => {
    expect(refusal(() => render(article, 'markdwn' as OutputFormat)).message).toMatch(
      /did you mean markdown\?/,
    );
    expect(refusal(() => render(article, 'toString' as OutputFormat)).message).toMatch(/use one of these/);
    expect(refusal(() => render(article, undefined as unknown as OutputFormat)).code).toBe('bad-option');
  });

  it('reject unknown parts, and input that is not an article', () => {
    expect(refusal(() => render(article, 'text', { bylin: true } as object)).message).toMatch(
      /did you mean byline\?/,
    );
    expect(refusal(() => render(PAGE as unknown as typeof article, 'text')).message).toMatch(
      /the result of extract\(\)/,
    );
    expect(refusal(() => chunks(undefined as unknown as typeof article, { size: 100 })).code).toBe(
      'bad-input',
    );
    expect(refusal(() => chunks(article, undefined as unknown as { size: number })).message).toMatch(
      /expected size/,
    );
  });
});
