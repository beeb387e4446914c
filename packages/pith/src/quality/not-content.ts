import type { PageFacts } from '../features/facts/page-facts.js';
import { type Regions, ROLE } from '../regions/regions.js';

/** Fewer words than this are no page to read. */
const FEWEST_WORDS = 8;
/** Error pages and walls are short; a long page that mentions "404" is an article about it. */
const LONGEST_STUB = 120;

/** Titles and first lines of pages that stand in for the one that was asked for. */
const STUBS: readonly (readonly [why: string, pattern: RegExp])[] = [
  [
    'error page',
    /\b(?:404|403|410|500|502|503)\b.{0,40}\b(?:error|not found|forbidden|gone|unavailable)|\b(?:error|fehler|erreur)\s{0,3}(?:404|403|500|503)\b/i,
  ],
  [
    'error page',
    /\b(?:page|file|seite|document) (?:was |is |wurde )?(?:not|nicht|can(?:no|')t be) (?:be )?(?:found|gefunden)|page introuvable|página no encontrada|pagina non trovata/i,
  ],
  [
    'access denied',
    /\baccess (?:is |to this (?:page|site) (?:has been|is) )?(?:denied|blocked)|\bforbidden\b|you don['’]t have permission/i,
  ],
  [
    'robot check',
    /\b(?:are you a (?:human|robot)|verify(?:ing)? (?:that )?you are (?:a )?human|captcha|checking your browser|just a moment|unusual traffic)\b/i,
  ],
  [
    'script needed',
    /\b(?:enable|activate|turn on|requires?|needs?|aktivieren sie) (?:your )?java ?script\b|javascript (?:is|to be) (?:disabled|required|enabled)/i,
  ],
  [
    'cookie wall',
    /\b(?:accept|enable|allow) (?:all )?cookies to (?:continue|proceed|access|view)|before you continue to\b/i,
  ],
  [
    'redirect',
    /\b(?:you are being redirected|redirecting|click here if you are not redirected|moved permanently|object moved)\b/i,
  ],
  [
    'login wall',
    /\b(?:you must (?:be logged|log|sign) ?in|please (?:log|sign) in to (?:continue|view|read))\b/i,
  ],
];

/** Why a page is none to read: no text, an error, a wall, a redirect. Undefined for all others. */
export function notContent(
  { blocks, sums }: PageFacts,
  regions: Regions,
  title: string | undefined,
): string | undefined {
  const words = sums.words[0]!;
  if (words === 0) return 'no text';
  const kept = regions.role.reduce((sum, role, b) => sum + (role === ROLE.content ? blocks.words[b]! : 0), 0);
  if (words <= LONGEST_STUB || kept < FEWEST_WORDS) {
    const opening = `${title ?? ''}\n${blocks.texts.slice(0, 12).join('\n')}`.slice(0, 1_500);
    const stub = STUBS.find(([, pattern]) => pattern.test(opening));
    if (stub !== undefined) return stub[0];
  }
  return words < FEWEST_WORDS ? 'hardly any text' : undefined;
}
