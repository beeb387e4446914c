/**
 * Second-level names under which countries register others: with a two-letter country code behind them they are no
 * site of their own (`co.uk`, `com.au`, `gob.mx`). A short stand-in for the public suffix list, which holds thousands.
 */
const COUNTRY_SECOND_LEVELS = new Set(
  'ac co com edu firm gen go gob gouv gov gv id ind info ltd mil muni ne net nom or org plc sch web'.split(
    ' ',
  ),
);

/** Hosts of many unrelated sites, one a subdomain: the subdomain is the site. */
const PLATFORMS = new Set(
  (
    'appspot.com blogspot.com cloudfront.net free.fr ghost.io github.io gitlab.io herokuapp.com home.blog ' +
    'hatenablog.com livejournal.com myshopify.com netlify.app over-blog.com pages.dev readthedocs.io ' +
    'squarespace.com substack.com tumblr.com typepad.com vercel.app web.app weebly.com wixsite.com wordpress.com'
  ).split(' '),
);

/** Blogspot serves one blog under many country domains (`x.blogspot.de`, `x.blogspot.co.uk`). */
const isPlatform = (name: string) => PLATFORMS.has(name) || /^blogspot\.(?:com?\.)?[a-z]{2}$/.test(name);

/**
 * The site a host belongs to: its registrable domain, as far as the short lists above tell. `www.x.com` and `m.x.com`
 * are one site, `a.blogspot.com` and `b.blogspot.com` are two.
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

/** The host of an address, or undefined where it has none; a page of the Internet Archive has the host it archived. */
export function hostOfUrl(url: string): string | undefined {
  const trimmed = url.trim();
  const archived = /^https?:\/\/web\.archive\.org\/web\/[0-9a-z_*]{1,20}\/(.+)$/i.exec(trimmed)?.[1];
  const address = archived ?? trimmed;
  try {
    // A bare `www.x.org/a` is an address without its scheme.
    return new URL(address.includes('://') ? address : `http://${address}`).hostname || undefined;
  } catch {
    return undefined;
  }
}

/** The site a page comes from, or undefined where its address is unknown. */
export function siteOf(page: { readonly url?: string }): string | undefined {
  const host = page.url === undefined ? undefined : hostOfUrl(page.url);
  return host === undefined ? undefined : siteOfHost(host);
}
