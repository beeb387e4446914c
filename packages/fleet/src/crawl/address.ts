export interface Address {
  /** The address to request: without fragment, session and campaign parameters. */
  readonly url: string;
  /** Identifies the address: `url` with sorted parameters. */
  readonly key: string;
  readonly host: string;
  /** Pattern shared by similar addresses: without numbers and parameter values. */
  readonly shape: string;
}

const CAMPAIGN =
  /^(?:utm_[a-z_]{1,30}|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs(?:enc|mi)|xtor|wt_mc|ref_src|spm)$/i;
const SESSION =
  /^(?:phpsessid|jsessionid|aspsessionid[a-z]{0,20}|cfid|cftoken|zenid|oscsid|sessionid|session_id|sessid)$/i;
/** Parameters that identify a session if the value looks like one: `sid=7` may be a story. */
const MAYBE_SESSION = /^(?:s|sid|session|token|auth)$/i;
const looksLikeSession = (value: string) => /^[a-z0-9_-]{16,}$/i.test(value) && /\d/.test(value);

/** Longer links are ignored. */
const LONGEST = 2000;

/** Normalises a link; undefined unless it is an http(s) address. */
export function addressOf(link: string, base?: string): Address | undefined {
  if (link.length > LONGEST || !URL.canParse(link, base)) return undefined;
  const url = new URL(link, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  url.hash = '';
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]{0,200}/gi, '').replace(/\/{2,}/g, '/');
  const kept = [...url.searchParams].filter(([name, value]) => !isIrrelevant(name, value));
  if (kept.length < url.searchParams.size) url.search = String(new URLSearchParams(kept));
  const sorted = new URL(url);
  sorted.searchParams.sort();
  return { url: url.href, key: sorted.href, host: url.host, shape: shapeOf(sorted) };
}

function isIrrelevant(name: string, value: string): boolean {
  return CAMPAIGN.test(name) || SESSION.test(name) || (MAYBE_SESSION.test(name) && looksLikeSession(value));
}

function shapeOf(url: URL): string {
  const path = url.pathname
    .split('/')
    .map(segment => segment.replace(/^(?=.*\d)[0-9a-f-]{12,}$/i, '#').replace(/\d+/g, '#'))
    .join('/');
  return `${url.host}${path}?${[...new Set(url.searchParams.keys())].join('&')}`;
}
