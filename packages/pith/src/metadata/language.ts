import type { Sourced } from './metadata.js';

const RIGHT_TO_LEFT = new Set(
  'ar arc arz azb bal ckb dv fa glk he ku-arab lrc mzn nqo pnb prs ps sd syr ug ur yi iw ji'.split(' '),
);
const RIGHT_TO_LEFT_SCRIPTS = new Set(['arab', 'hebr', 'nkoo', 'syrc', 'thaa', 'adlm', 'rohg']);

const TAG_SHAPE = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?:[-_.@].*)?$/i;

const NAMES: Readonly<Record<string, string>> = {
  english: 'en',
  deutsch: 'de',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  russian: 'ru',
  japanese: 'ja',
  chinese: 'zh',
};

/** A language tag in canonical letter case (`pt-BR`, `zh-Hant-TW`), or undefined if invalid. */
export function languageTag(value: string): string | undefined {
  const text = value.trim().split(/[,;\s]/, 1)[0] ?? '';
  const match = TAG_SHAPE.exec(text);
  if (match === null) {
    const name = text.toLowerCase();
    return Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  }
  const [, language, script, region] = match;
  const parts = [language!.toLowerCase()];
  if (parts[0] === 'und' || parts[0] === 'zxx') return undefined;
  if (script !== undefined) parts.push(script[0]!.toUpperCase() + script.slice(1).toLowerCase());
  if (region !== undefined) parts.push(region.toUpperCase());
  return parts.join('-');
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  const [primary, second] = language.toLowerCase().split('-');
  if (second?.length === 4) return RIGHT_TO_LEFT_SCRIPTS.has(second) ? 'rtl' : 'ltr';
  return RIGHT_TO_LEFT.has(primary!) ? 'rtl' : 'ltr';
}

export function direction(
  attribute: string | undefined,
  language: Sourced<string> | undefined,
): Sourced<'ltr' | 'rtl'> | undefined {
  const declared = attribute?.trim().toLowerCase();
  if (declared === 'rtl' || declared === 'ltr') return { value: declared, source: 'html-dir' };
  return language && { value: directionOf(language.value), source: 'language' };
}

/** English of countries where dates begin with the day; other English pages are assumed to be American. */
const DAY_FIRST_ENGLISH = /^en-(?:GB|AU|NZ|IE|IN|ZA|SG|MY|HK|NG|KE|GH|PK|TT|JM|MT)$/;
const DAY_FIRST_HOSTS = /\.(?:uk|au|nz|ie|in|za|sg|my|hk|ng|ke|gh|pk|eu)$/;

export function dayFirst(language: string | undefined, host: string): boolean {
  if (language === undefined)
    return (
      DAY_FIRST_HOSTS.test(host) ||
      /\.(?:de|fr|es|it|br|pt|nl|be|at|ch|dk|no|fi|pl|ru|tr|mx|ar|cl|co)$/.test(host)
    );
  const isAmerican = /^(?:en|fil|tl)(?:-|$)/.test(language) && !DAY_FIRST_ENGLISH.test(language);
  return isAmerican ? DAY_FIRST_HOSTS.test(host) : true;
}
