/**
 * Scripts that imply a language, or only a script if several languages share it (BCP 47). Kana precede Han:
 * Japanese has both.
 */
const SCRIPTS: readonly (readonly [tag: string, pattern: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['zh', /\p{Script=Han}/u],
  ['el', /\p{Script=Greek}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['th', /\p{Script=Thai}/u],
  ['und-Arab', /\p{Script=Arabic}/u],
  ['und-Cyrl', /\p{Script=Cyrillic}/u],
  ['und-Deva', /\p{Script=Devanagari}/u],
  ['und-Latn', /\p{Script=Latin}/u],
];

const HEAD_BYTES = 16_384;
const TEXT_SAMPLE = 2_000;

/** The primary language declared on the html tag, lower-cased, without region (`en-GB` → `en`). */
export function declaredLanguage(html: Uint8Array): string | undefined {
  const head = Buffer.from(html.buffer, html.byteOffset, Math.min(html.length, HEAD_BYTES)).toString(
    'latin1',
  );
  const start = head.search(/<html[\s>]/i);
  if (start < 0) return undefined;
  const end = head.indexOf('>', start);
  const tag = head.slice(start, end < 0 ? undefined : end);
  const language = /\s(?:xml:)?lang\s{0,9}=\s{0,9}["']?\s{0,9}([a-z]{2,3})(?![a-z])/i.exec(tag)?.[1];
  return language?.toLowerCase();
}

/** Language or script by the most frequent script of a text's letters; undefined without letters. */
export function guessedLanguage(text: string): string | undefined {
  const counts = new Map<string, number>();
  for (const char of text.slice(0, TEXT_SAMPLE)) {
    const tag = SCRIPTS.find(([, pattern]) => pattern.test(char))?.[0];
    if (tag) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  // A text with a tenth of kana is Japanese, no matter how many Han characters it has.
  const kana = counts.get('ja') ?? 0;
  if (kana > 0 && kana * 9 >= (counts.get('zh') ?? 0)) counts.set('ja', kana + (counts.get('zh') ?? 0));
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
