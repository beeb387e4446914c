/** Second-level domains of country registries (`co.uk`, `gob.mx`): a short substitute for the public suffix list. */
const COUNTRY_SECOND_LEVELS = new Set(
  'ac co com edu firm gen go gob gouv gov gv id ind info ltd mil muni ne net nom or org plc sch web'.split(
    ' ',
  ),
);

const PLATFORMS = new Set(
  (
    'appspot.com blogspot.com cloudfront.net free.fr ghost.io github.io gitlab.io herokuapp.com home.blog ' +
    'hatenablog.com livejournal.com myshopify.com netlify.app over-blog.com pages.dev readthedocs.io ' +
    'squarespace.com substack.com tumblr.com typepad.com vercel.app web.app weebly.com wixsite.com wordpress.com'
  ).split(' '),
);

const isPlatform = (name: string) => PLATFORMS.has(name) || /^blogspot\.(?:com?\.)?[a-z]{2}$/.test(name);

/**
 * The site of a host: its registrable domain, by the short lists above. `www.x.com` and `m.x.com` are one site,
 * `a.blogspot.com` and `b.blogspot.com` are two.
 */
export function siteOfHost(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^[\d.]+$/.test(name) || name.includes(':')) return name;
  const labels = name.split('.');
  const last = (count: number) => labels.slice(-count).join('.');
  const underCountry = /^[a-z]{2}$/.test(last(1)) && COUNTRY_SECOND_LEVELS.has(labels.at(-2) ?? '');
  const suffix = underCountry ? 2 : 1;
  return last(isPlatform(last(suffix + 1)) ? suffix + 2 : suffix + 1);
}

/** The host of a URL, or undefined; for the Internet Archive, the archived host. */
export function hostOfUrl(url: string): string | undefined {
  const trimmed = url.trim();
  const archived = /^https?:\/\/web\.archive\.org\/web\/[0-9a-z_*]{1,20}\/(.+)$/i.exec(trimmed)?.[1];
  const address = archived ?? trimmed;
  try {
    // Accepts URLs without a scheme: `www.x.org/a`.
    return new URL(address.includes('://') ? address : `http://${address}`).hostname || undefined;
  } catch {
    return undefined;
  }
}

export function siteOf(page: { readonly url?: string | undefined }): string | undefined {
  const host = page.url === undefined ? undefined : hostOfUrl(page.url);
  return host === undefined ? undefined : siteOfHost(host);
}
