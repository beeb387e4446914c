import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { htmlFault, xmlFault } from '../../fuzz/markup-faults.js';
import { hasChromium } from '../../packages/render/src/testing/chromium.js';
import { framePolicy } from '../../packages/server/src/frame/from-tree.js';
import { sampled } from '../volume.js';
import { type AttackBrowser, type AttackDocument, openAttackBrowser } from './browser.js';
import { type AttackOutputs, frameOf, outputsOf } from './outputs.js';
import { withoutProse } from './pages.js';
import { VECTOR_GROUPS, VECTORS } from './vectors/all.js';

describe('the list of vectors', () => {
  it('is long, and every group has its share', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(400);
    for (const [group, markups] of Object.entries(VECTOR_GROUPS))
      expect(markups.length, group).toBeGreaterThan(50);
  });
});

/** A document and the vector that is in it. */
type Attack = AttackDocument & { readonly vector: string };

describe('vectors through every output', () => {
  let outputs: readonly (AttackOutputs & { readonly vector: string; readonly group: string })[];
  let browser: AttackBrowser;
  beforeAll(async () => {
    outputs = sampled(VECTORS, 60).map(({ markup, group }) => ({
      ...outputsOf(markup),
      vector: markup,
      group,
    }));
    if (hasChromium) browser = await openAttackBrowser();
  });
  afterAll(() => browser?.close());

  /** What happened in some documents, with the vector of each. */
  const incidents = async (documents: readonly Attack[]) => {
    const found = await browser.load(documents);
    return found.map(({ document, what }) => `${what} from ${documents[document]?.vector ?? 'somewhere'}`);
  };

  it('give HTML that is written in one way only, and XML that is well-formed', () => {
    const faults = outputs.flatMap(({ html, tei, vector }) =>
      [...html.map(text => htmlFault(text, { div: ['id', 'class'] })), ...tei.map(xmlFault)]
        .filter(fault => fault !== undefined)
        .map(fault => `${fault} from ${vector}`),
    );
    expect(faults).toEqual([]);
  });

  it('give addresses of the web only', () => {
    const schemes = outputs.flatMap(({ addresses }) => addresses.map(schemeOf));
    expect([...new Set(schemes)].filter(scheme => !['http:', 'https:', 'mailto:'].includes(scheme))).toEqual(
      [],
    );
    expect(schemes.length).toBeGreaterThan(outputs.length);
  });

  it.skipIf(!hasChromium)('would run if they were let through', async () => {
    const raw = outputs
      .filter((_, i) => i % 3 === 0)
      .map(({ vector }) => ({ body: `${HEAD}<p>Text ${vector}` }));
    const found = await browser.load(raw);
    const ran = found.filter(({ what }) => /^(?:alert|confirm|prompt|dialog)/.test(what));
    const count = (documents: typeof found) => new Set(documents.map(({ document }) => document)).size;
    expect(count(ran)).toBeGreaterThan(raw.length / 3);
    expect(count(found)).toBeGreaterThan(raw.length / 2);
  });

  it.skipIf(!hasChromium)('do nothing as HTML', async () => {
    // The markup is checked above to be read in one way only, so several may stand in one document.
    expect(await incidents(gathered(outputs, ({ html }) => html, 20))).toEqual([]);
  });

  it.skipIf(!hasChromium)('do nothing as HTML whose encoding nobody declared', async () => {
    const odd = outputs.filter(({ group }) => group === 'syntax');
    const documents = gathered(odd, ({ html }) => html, 1);
    expect(await incidents(documents.map(each => ({ ...each, type: 'text/html' })))).toEqual([]);
  });

  it.skipIf(!hasChromium)('do nothing as Markdown in an engine that lets HTML through', async () => {
    expect(await incidents(gathered(outputs, ({ markdown }) => markdown, 4))).toEqual([]);
  });

  it.skipIf(!hasChromium)('do nothing as TEI', async () => {
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
    'do nothing in the frame of the server but load its styles, even without its policy',
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
/** What ends whatever one text may have left open, so that it cannot hide the next. */
const CLOSERS =
  '\n<!-- --></script></style></textarea></title></xmp></noscript></template></select></svg></math></table>\n';

/** Several vectors to a document, with the first of them as its name; what a vector before gave too is there already. */
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
    return 'https:'; // leads nowhere
  }
}
