/** Pseudorandom numbers, the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = (
  'harbour market council river bridge teacher engineer season window letter garden winter summer station morning ' +
  'evening village city report project budget meeting member visitor school student library museum music theatre ' +
  'football captain doctor nurse hospital patient farmer field weather storm rain snow light paper number question ' +
  'answer history story writer reader picture colour street house roof kitchen table bread coffee train ticket ship ' +
  'island mountain forest animal bird fish engine wheel road traffic driver police court judge law vote party minister ' +
  'began brought carried closed decided described explained found gave heard held kept learned left made moved opened ' +
  'planned promised read reached said saw showed spoke started stayed stopped told took turned visited waited walked ' +
  'wanted watched worked wrote old new small large quiet early late local former public private final second third'
).split(' ');

/** A sentence of made-up words. */
export function sentence(random: () => number): string {
  const length = 9 + Math.floor(random() * 12);
  const words = Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]!);
  const text = words.map((word, place) => (place % 5 === 4 ? `the ${word}` : word)).join(' ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** A title of made-up words. */
export function title(random: () => number): string {
  const words = Array.from({ length: 5 }, () => WORDS[Math.floor(random() * WORDS.length)]!).join(' ');
  return `${words[0]!.toUpperCase()}${words.slice(1)}`;
}

/** Paragraphs of made-up sentences, as HTML. */
export function paragraphs(random: () => number, count: number): string {
  return Array.from(
    { length: count },
    () => `<p>${Array.from({ length: 4 }, () => sentence(random)).join(' ')}</p>`,
  ).join('\n');
}
