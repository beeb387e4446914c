export interface LabelChoice {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** One or two letters. */
  readonly key: string;
  /** In the form #rrggbb. */
  readonly colour: string;
}

interface KeyMatch {
  readonly label?: string;
  readonly isBegun: boolean;
}

/** The keys of labels by name. No key is a prefix of another, so a label applies as soon as its last key is pressed. */
export const labelKeys = (labels: readonly LabelChoice[]): ReadonlyMap<string, string> =>
  new Map(labels.map(({ name, key }) => [name, key]));

export function matchKeys(keys: ReadonlyMap<string, string>, typed: string): KeyMatch {
  let isBegun = false;
  for (const [label, key] of keys) {
    if (key === typed) return { label, isBegun: false };
    if (key.startsWith(typed)) isBegun = true;
  }
  return { isBegun };
}

export function searchLabels<L extends LabelChoice>(
  labels: readonly L[],
  keys: ReadonlyMap<string, string>,
  query: string,
): L[] {
  const text = query.trim().toLowerCase();
  if (text === '') return [...labels];
  const rank = (label: L) => {
    const names = [label.name, label.title].map(each => each.toLowerCase());
    if (keys.get(label.name) === text || names.includes(text)) return 0;
    if (names.some(each => each.startsWith(text))) return 1;
    if (names.some(each => each.includes(text))) return 2;
    return (label.description ?? '').toLowerCase().includes(text) ? 3 : 4;
  };
  return labels
    .map(label => ({ label, rank: rank(label) }))
    .filter(each => each.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(each => each.label);
}

export interface Mark {
  readonly index: number;
  readonly letters: string;
  readonly colour: string;
  /** Black or white, whichever has more contrast with the colour. */
  readonly ink: string;
  readonly pattern: (typeof PATTERNS)[number];
}

/** Background patterns; horizontal lines are avoided because they look like underlining. */
const PATTERNS = ['plain', 'rising', 'falling', 'upright', 'dotted', 'rising-wide', 'falling-wide'] as const;

export function marksOf(labels: readonly LabelChoice[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  const taken = new Set<string>();
  for (const [index, { name, title, colour }] of labels.entries()) {
    const letters = lettersFor(title, taken);
    taken.add(letters);
    marks.set(name, {
      index,
      letters,
      colour,
      ink: inkOn(colour),
      pattern: PATTERNS[index % PATTERNS.length]!,
    });
  }
  return marks;
}

/** Black or white by relative luminance (WCAG 2); the two contrasts are equal at 0.179. */
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
