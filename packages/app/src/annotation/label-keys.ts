/** A label as the annotator picks it. */
export interface LabelChoice {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly key?: string | undefined;
}

/** What the keys typed so far mean: a label, the start of some, or nothing. */
export interface KeyMatch {
  readonly label?: string;
  readonly isBegun: boolean;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * One or two lower-case keys for each label. A set's own keys stand; the others get a letter of their name, or two where
 * no single letter is free. No key begins another, so a label is given the moment its last key is pressed.
 */
export function labelKeys(labels: readonly LabelChoice[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const isFree = (key: string) => ![...taken].some(other => other.startsWith(key) || key.startsWith(other));
  for (const { name, key } of labels) {
    if (key === undefined || !/^[a-z0-9]{1,2}$/.test(key) || !isFree(key)) continue;
    keys.set(name, key);
    taken.add(key);
  }
  for (const { name } of labels) {
    if (keys.has(name)) continue;
    const key = candidates(name, labels.length).find(isFree);
    if (key === undefined) continue;
    keys.set(name, key);
    taken.add(key);
  }
  return keys;
}

/** Keys that suit a name, best first: single letters only where the labels are few enough to leave some over. */
function candidates(name: string, labels: number): string[] {
  const letters = [...name.toLowerCase()].filter(each => LETTERS.includes(each));
  const initials = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
    .map(word => word[0]!);
  const pairs: string[] = [];
  if (initials.length > 1) pairs.push(initials[0]! + initials[1]!);
  for (const second of letters.slice(1)) pairs.push(letters[0]! + second);
  for (const second of LETTERS) pairs.push((letters[0] ?? 'x') + second);
  if (labels > 20) return pairs;
  return [...letters, ...LETTERS, ...pairs];
}

/** What the keys typed so far mean. */
export function matchKeys(keys: ReadonlyMap<string, string>, typed: string): KeyMatch {
  let isBegun = false;
  for (const [label, key] of keys) {
    if (key === typed) return { label, isBegun: false };
    if (key.startsWith(typed)) isBegun = true;
  }
  return { isBegun };
}

/** Labels whose name, title or keys hold what was typed; those that begin with it come first. */
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
