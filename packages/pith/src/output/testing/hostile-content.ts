import fc from 'fast-check';
import type { ContentNode, Inline } from '../../content/content.js';
import { hostileAddress, hostileText } from './hostile-pages.js';

const optionalText = fc.option(hostileText, { nil: undefined, freq: 1 });
/** Omits undefined properties, as content does. */
const without = <T extends object>(node: T): T =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as T;

const PARENTS = [
  'emphasis',
  'strong',
  'deleted',
  'inserted',
  'mark',
  'sub',
  'sup',
  'quotation',
  'ruby',
  'rt',
] as const;

/**
 * Lines that no page produces: adjacent texts, line ends in them, marks nested in themselves, links without a target.
 */
const { line } = fc.letrec<{ line: Inline[]; piece: Inline }>(tie => ({
  line: fc.array(tie('piece'), { minLength: 0, maxLength: 5 }),
  piece: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: hostileText.map((text): Inline => ({ type: 'text', text })) },
    { weight: 3, arbitrary: hostileText.map((text): Inline => ({ type: 'code', text })) },
    { weight: 1, arbitrary: hostileText.map((text): Inline => ({ type: 'code', text, element: 'kbd' })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(hostileText, tie('line'))
        .map(([title, children]): Inline => ({ type: 'abbr', title, children })),
    },
    { weight: 1, arbitrary: fc.constant<Inline>({ type: 'break' }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(optionalText, hostileText)
        .map(([latex, text]): Inline => without({ type: 'math', text, display: false, latex }) as Inline),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(hostileAddress, optionalText, optionalText, fc.option(hostileAddress, { nil: undefined }))
        .map(([src, alt, title, href]) => without({ type: 'image', src, alt, title, href }) as Inline),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('a', 'b'), hostileText)
        .map(([note, text]): Inline => ({ type: 'footnoteReference', id: 'r', note, label: text, text })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(hostileAddress, optionalText, tie('line'))
        .map(([href, title, children]) => without({ type: 'link', href, title, children }) as Inline),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom(...PARENTS), tie('line'))
        .map(([type, children]): Inline => ({ type, children })),
    },
  ),
}));

const media = fc
  .tuple(fc.constantFrom('video', 'audio', 'embed', 'image'), hostileAddress, optionalText)
  .map(([type, src, title]) => without({ type, src, title, provider: 'x' }) as ContentNode);

const cell = (children: fc.Arbitrary<ContentNode[]>) =>
  fc
    .tuple(fc.boolean(), fc.constantFrom(1, 1, 1, 2), children)
    .map(([header, colspan, inner]) => ({ header, colspan, rowspan: 1, children: inner }));

/** Arbitrary content trees, as outputs accept content from elsewhere. */
export const hostileContent = fc.letrec<{ blocks: ContentNode[]; block: ContentNode }>(tie => ({
  blocks: fc.array(tie('block'), { minLength: 0, maxLength: 3 }),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 8, arbitrary: line.map((children): ContentNode => ({ type: 'paragraph', children })) },
    { weight: 2, arbitrary: line.map((children): ContentNode => ({ type: 'heading', level: 2, children })) },
    { weight: 2, arbitrary: media },
    { weight: 1, arbitrary: fc.constant<ContentNode>({ type: 'rule' }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(optionalText, hostileText)
        .map(([language, text]) => without({ type: 'code', language, text }) as ContentNode),
    },
    {
      weight: 2,
      arbitrary: hostileText.map(
        (latex): ContentNode => ({ type: 'math', latex, text: latex, display: true }),
      ),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.boolean(),
          fc.constantFrom(undefined, 0, 2, 1e12),
          fc.array(fc.tuple(fc.constantFrom(undefined, true), tie('blocks')), { maxLength: 3 }),
        )
        .map(([ordered, start, items]): ContentNode => {
          const written = items.map(
            ([checked, children]) => without({ checked, children }) as { children: ContentNode[] },
          );
          return without({ type: 'list', ordered, start, items: written }) as ContentNode;
        }),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(hostileAddress, tie('blocks'))
        .map(([cite, children]): ContentNode => ({ type: 'quote', cite, children })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.oneof(fc.constant('note'), hostileText), fc.option(line, { nil: undefined }), tie('blocks'))
        .map(([kind, title, children]) => without({ type: 'callout', kind, title, children }) as ContentNode),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(line, fc.array(fc.array(cell(tie('blocks')), { maxLength: 3 }), { maxLength: 3 }))
        .map(
          ([caption, rows]): ContentNode => ({
            type: 'table',
            caption,
            rows: rows.map(cells => ({ cells })),
          }),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(line, tie('blocks'))
        .map(([summary, children]): ContentNode => ({ type: 'details', summary, children })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(line, tie('blocks'))
        .map(([caption, inner]): ContentNode => ({ type: 'figure', media: inner, caption })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.array(line, { maxLength: 2 }), fc.array(tie('blocks'), { maxLength: 2 }))
        .map(
          ([terms, descriptions]): ContentNode => ({ type: 'definitions', items: [{ terms, descriptions }] }),
        ),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('a', 'b'), hostileText, tie('blocks')).map(
        ([id, label, children]): ContentNode => ({
          type: 'footnotes',
          items: [{ id, label, references: ['r'], children }],
        }),
      ),
    },
  ),
})).blocks;
