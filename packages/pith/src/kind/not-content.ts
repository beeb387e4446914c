import type { Page } from '../features/page.js';
import { type Regions, ROLE } from '../regions/regions.js';

// The constants of this file were set by hand.

const FEWEST_WORDS = 8;
/** Maximum words of error pages and walls; a longer page that mentions "404" may be an article. */
const LONGEST_STUB = 120;

const STUBS: readonly (readonly [why: string, pattern: RegExp])[] = [
  [
    'error page',
    /\b(?:404|403|410|500|502|503)\b.{0,40}\b(?:error|not found|forbidden|gone|unavailable)|\b(?:error|fehler|erreur)\s{0,3}(?:404|403|500|503)\b/i,
  ],
  [
    'error page',
    /\b(?:page|file|document)\b.{0,40}\b(?:not (?:be )?found|can(?:no|['’])t be found|does(?: not|n['’]t) exist|no longer exists)\b|\bcan(?:no|['’])t find (?:the|that|this) page\b|^not found\W{0,3}$|\brequested (?:url|resource)\b.{0,200}\bnot found\b/im,
  ],
  [
    'error page',
    /\bseite (?:wurde |konnte |existiert )?nicht(?: gefunden|$| mehr)|page (?:introuvable|non trouvée)|página n(?:o|ão) encontrada|pagina (?:non trovata|niet gevonden)|strona nie (?:istnieje|została znaleziona)|sayfa bulunamadı|страница не найдена|页面(?:不存在|未找到)|找不到页面|ページが見つかりません/im,
  ],
  [
    'access denied',
    /\baccess (?:is |to this (?:page|site) (?:has been|is) )?(?:denied|blocked)|^\W{0,3}forbidden\W{0,3}$|you don['’]t have permission|zugriff verweigert|accès (?:refusé|interdit)|acceso denegado|acesso negado|accesso negato|доступ (?:запрещ|ограничен)|拒绝访问|访问被拒绝/im,
  ],
  [
    'robot check',
    /\b(?:are you a (?:human|robot)|(?:verify|verifying|confirm) (?:that )?you(?: are|['’]re) (?:a human|human|not a robot)|captcha|checking your browser|unusual traffic)\b|^just a moment\b|kein roboter|pas un robot|no soy un robot|не робот|人机验证/im,
  ],
  [
    'script needed',
    /\b(?:enable|activate|turn on|requires?|needs?|aktivieren sie|activez|active|activar|habilite|habilitar|ative|abilita|abilitare|attiva|включите) (?:your )?java ?script\b|javascript (?:is|to be) (?:disabled|required|enabled)|javascript (?:aktivieren|ist deaktiviert|est désactivé)|включите javascript|启用 ?javascript|javascript ?を有効/i,
  ],
  [
    'cookie wall',
    /\b(?:accept|enable|allow) (?:all |our )?cookies to (?:continue|proceed|access|view|read)|before you continue to\b|akzeptieren sie (?:alle |unsere )?cookies,? um\b|acceptez (?:les|nos|tous les) cookies pour\b|acept(?:a|e) (?:las|todas las) cookies para\b|accetta (?:i|tutti i) cookie per\b/i,
  ],
  [
    'redirect',
    /\b(?:you (?:are being|will be) redirected|redirecting|click here if you are not redirected|moved permanently|object moved)\b|sie werden (?:automatisch )?weitergeleitet|vous allez être redirigé|será redirigid|verrai reindirizzat/i,
  ],
  [
    'login wall',
    /\b(?:you must (?:be logged|log|sign) ?in|please (?:log|sign) in to (?:continue|view|read))\b/i,
  ],
];

/** The reason why a page has no content: no text, an error, a wall, a redirect. Undefined for other pages. */
export function notContent({ blocks, sums, hints }: Page, regions: Regions): string | undefined {
  const words = sums.words[0]!;
  if (words === 0) return 'no text';
  const kept = regions.role.reduce((sum, role, b) => sum + (role === ROLE.content ? blocks.words[b]! : 0), 0);
  if (words <= LONGEST_STUB || kept < FEWEST_WORDS) {
    const opening = `${hints.title ?? ''}\n${blocks.texts.slice(0, 12).join('\n')}`.slice(0, 1_500);
    const stub = STUBS.find(([, pattern]) => pattern.test(opening));
    if (stub !== undefined) return stub[0];
  }
  return words < FEWEST_WORDS ? 'hardly any text' : undefined;
}
