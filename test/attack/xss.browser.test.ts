import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlFault, xmlFault } from '../../fuzz/markup-faults.js';
import { hasChromium } from '../../packages/render/src/testing/chromium.js';
import { framePolicy } from '../../packages/server/src/frame/from-tree.js';
import { sampled } from '../tiers.js';
import { type AttackBrowser, type AttackDocument, openAttackBrowser } from './browser.js';
import { type AttackOutputs, frameOf, outputsOf } from './outputs.js';
import { withoutProse } from './pages.js';
import { VECTOR_GROUPS, VECTORS } from './vectors/all.js';

describe('the list of vectors', () => {
  it('is long, with enough vectors in every group', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(400);
    for (const [group, markups] of Object.entries(VECTOR_GROUPS))
      expect(markups.length, group).toBeGreaterThan(50);
  });
});

/** A document and its vector. */
type Attack = AttackDocument & { readonly vector: string };

describe('vectors through every output', () => {
  let outputs: readonly (AttackOutputs & { readonly vector: string; readonly group: string })[];
  let browser: AttackBrowser;
  beforeAll(async () => {
    outputs = sampled(VECTORS, 25).map(({ markup, group }) => ({
      ...outputsOf(markup),
      vector: markup,
      group,
    }));
    if (hasChromium) browser = await openAttackBrowser();
  });
  afterAll(() => browser?.close());

  /** Events in the documents, with the vector of each. */
  const incidents = async (documents: readonly Attack[]) => {
    const found = await browser.load(documents);
    return found.map(({ document, what }) => `${what} from ${documents[document]?.vector ?? 'somewhere'}`);
  };

  it('give HTML that parsers read in only one way, and well-formed XML', () => {
    const faults = outputs.flatMap(({ html, tei, vector }) =>
      [...html.map(text => htmlFault(text, { div: ['id', 'class'] })), ...tei.map(xmlFault)]
        .filter(fault => fault !== undefined)
        .map(fault => `${fault} from ${vector}`),
    );
    expect(faults).toEqual([]);
  });

  it('give web addresses only', () => {
    const schemes = outputs.flatMap(({ addresses }) => addresses.map(schemeOf));
    expect([...new Set(schemes)].filter(scheme => !['http:', 'https:', 'mailto:'].includes(scheme))).toEqual(
      [],
    );
    expect(schemes.length).toBeGreaterThan(outputs.length);
  });

  it.skipIf(!hasChromium)('run if they are not sanitised', async () => {
    const raw = outputs
      .filter((_, i) => i % 3 === 0)
      .map(({ vector }) => ({ body: `${HEAD}<p>Text ${vector}` }));
    const found = await browser.load(raw);
    const ran = found.filter(({ what }) => /^(?:alert|confirm|prompt|dialog)/.test(what));
    const count = (documents: typeof found) => new Set(documents.map(({ document }) => document)).size;
    expect(count(ran)).toBeGreaterThan(raw.length / 3);
    expect(count(found)).toBeGreaterThan(raw.length / 2);
  });

  it.skipIf(!hasChromium)('have no effect as HTML', async () => {
    // The markup is unambiguous (checked above), so one document can contain several.
    expect(await incidents(gathered(outputs, ({ html }) => html, 20))).toEqual([]);
  });

  it.skipIf(!hasChromium)('have no effect as HTML without a declared encoding', async () => {
    const odd = outputs.filter(({ group }) => group === 'syntax');
    const documents = gathered(odd, ({ html }) => html, 1);
    expect(await incidents(documents.map(each => ({ ...each, type: 'text/html' })))).toEqual([]);
  });

  it.skipIf(!hasChromium)('have no effect as Markdown in an engine that allows HTML', async () => {
    expect(await incidents(gathered(outputs, ({ markdown }) => markdown, 4))).toEqual([]);
  });

  it.skipIf(!hasChromium)('have no effect as TEI', async () => {
    const withoutProlog = (texts: readonly string[]) =>
      texts.map(text => text.replace(/^<\?xml[^>]*\?>/, ''));
    const documents = gathered(outputs, ({ tei }) => withoutProlog(tei), 60, '');
    const type = 'application/xml; charset=utf-8';
    expect(
      await incidents(
        documents.map(({ body, vector }) => ({
          vector,
          type,
          body: `<all>${body.slice(HEAD.length)}</all>`,
        })),
      ),
    ).toEqual([]);
  });

  it.skipIf(!hasChromium)(
    'have no effect in the frame of the server except loading styles, even without its policy',
    async () => {
      const inside = (frame: string) => [
        frame.replace(/^[\s\S]*?<body[^>]*>/, '').replace(/<\/body>[\s\S]*$/, ''),
      ];
      const bodies = gathered(outputs, ({ vector }) => inside(frameOf(vector, true)), 6);
      const happened = await incidents(bodies);
      expect(happened.filter(what => !/^request: (?:stylesheet|font|image|other) /.test(what))).toEqual([]);
    },
  );

  it.skipIf(!hasChromium)('load nothing in that frame with its policy', async () => {
    const loading = outputs.filter(({ vector }) =>
      /url\(|import|<link|<i?frame|<object|<video|srcset/.test(vector),
    );
    const documents = loading.map(({ vector }) => ({
      vector,
      body: frameOf(vector, false),
      policy: framePolicy(false),
    }));
    expect(await incidents(documents)).toEqual([]);
  });
});

const HEAD = '<!doctype html><body>';
/** Closes anything that a text left open, so that it cannot hide the next. */
const CLOSERS =
  '\n<!-- --></script></style></textarea></title></xmp></noscript></template></select></svg></math></table>\n';

/** Groups several vectors per document, named for the first of them; skips repeated texts. */
function gathered<T extends { readonly vector: string }>(
  outputs: readonly T[],
  pieces: (output: T) => readonly string[],
  size: number,
  between = CLOSERS,
): Attack[] {
  const seen = new Set<string>();
  const isNew = (text: string) => !seen.has(text) && seen.add(text);
  return Array.from({ length: Math.ceil(outputs.length / size) }, (_, group) => {
    const part = outputs.slice(group * size, (group + 1) * size);
    return {
      body: HEAD + part.flatMap(pieces).map(withoutProse).filter(isNew).join(between),
      vector: part.map(each => each.vector).join('\n  or '),
    };
  });
}

function schemeOf(address: string): string {
  try {
    return new URL(address, 'https://example.org/').protocol;
  } catch {
    return 'https:'; // harmless
  }
}
