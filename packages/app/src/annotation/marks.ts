import type { LabelChoice } from './label-keys.js';

/** How a label is shown, told apart by colour, by pattern and by letters. */
export interface Mark {
  /** Position in the label set, which names the style. */
  readonly index: number;
  /** One to three letters, different for each label of a set. */
  readonly letters: string;
  readonly colour: string;
  /** Black or white, whichever reads better on the colour. */
  readonly ink: string;
  readonly pattern: (typeof PATTERNS)[number];
}

/** Colours for labels that name none, in an order in which neighbours differ; all carry white letters. */
const COLOURS = [
  '#0b6b4f',
  '#a5261c',
  '#1d4ed8',
  '#8a4b06',
  '#7c2d92',
  '#0e7490',
  '#4d5b00',
  '#be185d',
  '#475569',
  '#5b21b6',
];

/** What lies behind the text of a label, to tell labels apart without colour; none of it runs along the lines of text. */
const PATTERNS = ['plain', 'rising', 'falling', 'upright', 'dotted', 'rising-wide', 'falling-wide'] as const;

/** The marks of a label set, by label. */
export function marksOf(
  labels: readonly (LabelChoice & { readonly colour?: string | undefined })[],
): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const taken = new Set<string>();
  for (const [index, label] of labels.entries()) {
    const letters = lettersFor(label.title || label.name, taken);
    taken.add(letters);
    const colour = isColour(label.colour) ? label.colour : COLOURS[index % COLOURS.length]!;
    marks.set(label.name, {
      index,
      letters,
      colour,
      ink: inkOn(colour),
      pattern: PATTERNS[index % PATTERNS.length]!,
    });
  }
  return marks;
}

/** Only plain colours pass: the value ends in a style sheet. */
const isColour = (colour: string | undefined): colour is string => /^#[0-9a-f]{6}$/i.test(colour ?? '');

/** Black or white by relative luminance (WCAG 2): the two contrasts are equal at 0.179. */
function inkOn(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.179 ? '#000000' : '#ffffff';
}

function lettersFor(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const joined = words.join('');
  const tries = [
    joined.slice(0, 1),
    words
      .map(word => word[0])
      .join('')
      .slice(0, 3),
  ];
  for (let i = 1; i < joined.length; i++) tries.push(joined[0]! + joined[i]!);
  const found = tries.find(letters => letters !== '' && !taken.has(letters));
  return found ?? `${joined.slice(0, 1)}${taken.size}`;
}
