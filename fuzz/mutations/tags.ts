import { inserted, insertedBetween, type Mutation, replaced, someRange, someTag } from './mutation.js';

/** Elements of HTML, SVG and MathML with special parsing rules, and some that do not exist. */
export const TAG_NAMES =
  `html head body title meta base link style script noscript template slot div span p a b i em strong u s q sub sup
  code pre br hr wbr h1 h2 h3 h6 ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr td th form input
  button select option optgroup textarea label fieldset legend figure figcaption img picture source video audio track
  iframe frame frameset noframes object embed param applet svg g path text desc title foreignObject use image math mi
  mo mrow mtext annotation annotation-xml mglyph malignmark blockquote details summary section article aside header
  footer nav main address time data mark ruby rt rp bdo bdi center font marquee plaintext xmp listing nobr dialog menu
  search x-card amp-img h7 ins del`
    .trim()
    .split(/\s+/);

/** Swaps, drops, doubles, moves, misnests and cuts tags. */
export const TAG_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'tag renamed': (page, random) => {
    const tag = someTag(page, random);
    if (tag === undefined) return page;
    const from = tag.start + (page[tag.start + 1] === '/' ? 2 : 1);
    let to = from;
    while (to < tag.end && /[a-z0-9-]/i.test(page[to]!)) to++;
    return replaced(page, { start: from, end: to }, random.pick(TAG_NAMES));
  },
  'tag dropped': (page, random) => {
    const tag = someTag(page, random);
    return tag === undefined ? page : replaced(page, tag, '');
  },
  'tag repeated': (page, random) => {
    const tag = someTag(page, random);
    if (tag === undefined) return page;
    return inserted(
      page,
      tag.end,
      page
        .slice(tag.start, tag.end)
        .slice(0, 300)
        .repeat(1 + random.below(8)),
    );
  },
  'tag opened': (page, random) => insertedBetween(page, random, `<${random.pick(TAG_NAMES)}>`),
  'tag closed': (page, random) => insertedBetween(page, random, `</${random.pick(TAG_NAMES)}>`),
  'tag in pieces': (page, random) => {
    const tag = someTag(page, random);
    return tag === undefined ? page : inserted(page, tag.start + 1 + random.below(6), random.pick(PIECES));
  },
  'case changed': (page, random) => {
    const tag = someTag(page, random);
    return tag === undefined ? page : replaced(page, tag, page.slice(tag.start, tag.end).toUpperCase());
  },
  'range wrapped': (page, random) => {
    const range = someRange(page, random);
    const [open, close] = [random.pick(TAG_NAMES), random.pick(TAG_NAMES)];
    const end = random.chance(0.7) ? `</${random.chance(0.7) ? open : close}>` : '';
    return replaced(page, range, `<${open}>${page.slice(range.start, range.end)}${end}`);
  },
  'range dropped': (page, random) => replaced(page, someRange(page, random), ''),
  'range repeated': (page, random) => {
    const range = someRange(page, random);
    return inserted(page, range.end, page.slice(range.start, range.end).repeat(1 + random.below(4)));
  },
  'range moved': (page, random) => {
    const range = someRange(page, random);
    return insertedBetween(replaced(page, range, ''), random, page.slice(range.start, range.end));
  },
  'tags exchanged': (page, random) => {
    const [a, b] = [someTag(page, random), someTag(page, random)];
    if (a === undefined || b === undefined || a.end > b.start) return page;
    const [first, second] = [page.slice(a.start, a.end), page.slice(b.start, b.end)];
    return replaced(replaced(page, b, first), a, second);
  },
  'page cut off': (page, random) => page.slice(0, Math.floor(page.length * (0.3 + 0.7 * random.next()))),
  'page beheaded': (page, random) => page.slice(Math.floor(page.length * 0.3 * random.next())),
};

const PIECES = [' ', '/', '\0', '<', '>', '"', "'", '=', '\n', '!--', '!', '?', '\x0c', '-->', '/>'];
