import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Addresses } from './addresses.js';
import type { Audio, Embed, Video } from './content.js';

export function playerOf(tree: PageTree, node: number, addresses: Addresses): Video | Audio | undefined {
  const src = playedBy(tree, node, addresses);
  if (src === undefined) return undefined;
  const title = titleOf(tree, node);
  if (tree.tag[node] === TAG.audio) return { type: 'audio', src, title, node };
  const poster = addresses.media(tree.attribute(node, ATTR.poster) ?? '');
  return { type: 'video', src, poster, title, node };
}

const FRAME_SOURCES = [ATTR.src, ATTR['data-src'], ATTR['data-lazy-src'], ATTR.data];

export function embedOf(tree: PageTree, node: number, addresses: Addresses): Embed | undefined {
  for (const name of FRAME_SOURCES) {
    const src = addresses.media(tree.attribute(node, name) ?? '');
    const provider = src === undefined ? undefined : providerOf(src);
    if (src !== undefined && provider !== undefined)
      return { type: 'embed', src: pageOfFrame(src), provider, title: titleOf(tree, node), node };
  }
  return undefined;
}

/** Custom elements that load a player on demand, with the attribute that names the medium and the page with it. */
const PLAYERS: ReadonlyMap<string, readonly [attribute: string, page: string, provider: string]> = new Map([
  ['lite-youtube', ['videoid', 'https://www.youtube.com/watch?v=', 'YouTube']],
  ['amp-youtube', ['data-videoid', 'https://www.youtube.com/watch?v=', 'YouTube']],
  ['lite-vimeo', ['videoid', 'https://vimeo.com/', 'Vimeo']],
  ['amp-vimeo', ['data-videoid', 'https://vimeo.com/', 'Vimeo']],
  ['amp-twitter', ['data-tweetid', 'https://twitter.com/i/status/', 'X']],
  ['amp-instagram', ['data-shortcode', 'https://www.instagram.com/p/', 'Instagram']],
]);

export function customEmbedOf(tree: PageTree, node: number): Embed | undefined {
  const player = PLAYERS.get(tree.tagName(node));
  if (player === undefined) return undefined;
  const [attribute, page, provider] = player;
  const id = tree.attributes(node).find(([name]) => name === attribute)?.[1];
  if (id === undefined || !/^[\w-]{1,40}$/.test(id)) return undefined;
  return { type: 'embed', src: page + id, provider, title: titleOf(tree, node), node };
}

function playedBy(tree: PageTree, node: number, addresses: Addresses): string | undefined {
  const own = addresses.media(tree.attribute(node, ATTR.src) ?? tree.attribute(node, ATTR['data-src']) ?? '');
  if (own !== undefined) return own;
  for (let n = tree.firstChild(node); n >= 0; n = tree.nextSibling(n)) {
    if (tree.tag[n] !== TAG.source) continue;
    const src = addresses.media(tree.attribute(n, ATTR.src) ?? tree.attribute(n, ATTR['data-src']) ?? '');
    if (src !== undefined) return src;
  }
  return undefined;
}

function titleOf(tree: PageTree, node: number): string | undefined {
  return (tree.attribute(node, ATTR.title) ?? tree.attribute(node, ATTR['aria-label']))?.trim() || undefined;
}

const POST =
  /(?:^|\s)(?:twitter-(?:tweet|video)|bluesky-embed|mastodon-embed|instagram-media|tiktok-embed|text-post-media|reddit-(?:card|embed-bq)|fb-(?:post|xfbml-parse-ignore))(?:$|\s)/;

/** True for a quote with a post of another site, which scripts of that site replace. */
export function isEmbeddedPost(tree: PageTree, node: number): boolean {
  return tree.tag[node] === TAG.blockquote && POST.test(tree.attribute(node, ATTR.class) ?? '');
}

/** The URL of the last link in a node: in an embedded post, the date leads to the post. */
export function lastLink(tree: PageTree, node: number): string | undefined {
  for (let n = tree.end[node]! - 1; n > node; n--)
    if (tree.tag[n] === TAG.a) return tree.attribute(n, ATTR.href);
  return undefined;
}

/** Providers whose frames are content, by host. Other frames are advertisements or widgets. */
const PROVIDERS =
  'YouTube: youtube.com youtube-nocookie.com youtu.be; Vimeo: vimeo.com; Dailymotion: dailymotion.com dai.ly; ' +
  'Twitch: twitch.tv; TED: ted.com; PeerTube: framatube.org peertube.tv; Bilibili: bilibili.com; Rutube: ' +
  'rutube.ru; VK: vk.com vkvideo.ru; Wistia: wistia.com wistia.net; Brightcove: players.brightcove.net; JW ' +
  'Player: jwplatform.com jwplayer.com; Loom: loom.com; X: twitter.com x.com; Instagram: instagram.com; ' +
  'Facebook: facebook.com; TikTok: tiktok.com; Reddit: reddit.com redditmedia.com; Bluesky: embed.bsky.app; ' +
  'Telegram: t.me; SoundCloud: soundcloud.com; Spotify: spotify.com; Apple: embed.music.apple.com ' +
  'embed.podcasts.apple.com; Bandcamp: bandcamp.com; Mixcloud: mixcloud.com; Acast: embed.acast.com; Libsyn: ' +
  'libsyn.com; CodePen: codepen.io; JSFiddle: jsfiddle.net; CodeSandbox: codesandbox.io; StackBlitz: ' +
  'stackblitz.com; Observable: observablehq.com; Datawrapper: datawrapper.de dwcdn.net; Flourish: flo.uri.sh ' +
  'flourish.studio; Infogram: infogram.com; Tableau: public.tableau.com; Google Maps: google.com ' +
  'maps.google.com; Google: docs.google.com drive.google.com; OpenStreetMap: openstreetmap.org; SlideShare: ' +
  'slideshare.net; Speaker Deck: speakerdeck.com; Scribd: scribd.com; DocumentCloud: documentcloud.org; ' +
  'Internet Archive: archive.org; Giphy: giphy.com; Desmos: desmos.com; GeoGebra: geogebra.org';

const BY_HOST: ReadonlyMap<string, string> = new Map(
  PROVIDERS.split('; ').flatMap(entry => {
    const [name = '', hosts = ''] = entry.split(': ');
    return hosts.split(' ').map((host): [string, string] => [host, name]);
  }),
);

/** Like and follow buttons have the same hosts as posts. */
const BUTTON =
  /^\/(?:plugins\/(?:like|share|follow|page|likebox)|widgets\/(?:tweet_button|follow_button))|^\/(?:recaptcha|ads?|o|gsi)\//;

/** URLs of embedded players, with the URLs of the pages that show the same media. */
const PAGES: readonly (readonly [frame: RegExp, page: string])[] = [
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/(?!videoseries)([\w-]{6,20})(?=$|[/?#])/,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^https?:\/\/player\.vimeo\.com\/video\/(\d{1,12})(?=$|[/?#])/, 'https://vimeo.com/$1'],
  [
    /^https?:\/\/(?:www|geo)\.dailymotion\.com\/embed\/video\/(\w{1,20})(?=$|[/?#])/,
    'https://www.dailymotion.com/video/$1',
  ],
  [
    /^https?:\/\/open\.spotify\.com\/embed(?:-podcast)?\/(\w{1,20}\/\w{1,40})(?=$|[/?#])/,
    'https://open.spotify.com/$1',
  ],
  [
    /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/videoseries\?(?:[^#]{0,500}&)?list=([\w-]{6,60})(?=$|[&#])/,
    'https://www.youtube.com/playlist?list=$1',
  ],
  [
    /^https?:\/\/player\.twitch\.tv\/\?(?:[^#]{0,500}&)?video=v?(\d{1,20})(?=$|[&#])/,
    'https://www.twitch.tv/videos/$1',
  ],
  [
    /^https?:\/\/player\.twitch\.tv\/\?(?:[^#]{0,500}&)?channel=(\w{1,40})(?=$|[&#])/,
    'https://www.twitch.tv/$1',
  ],
  [
    /^https?:\/\/player\.bilibili\.com\/player\.html\?(?:[^#]{0,500}&)?bvid=(\w{1,20})(?=$|[&#])/,
    'https://www.bilibili.com/video/$1',
  ],
  [/^https?:\/\/rutube\.ru\/play\/embed\/(\w{1,40})(?=$|[/?#])/, 'https://rutube.ru/video/$1/'],
  [/^https?:\/\/(?:www\.)?loom\.com\/embed\/(\w{1,60})(?=$|[/?#])/, 'https://www.loom.com/share/$1'],
  [/^https?:\/\/embed\.((?:music|podcasts)\.apple\.com\/.{1,500})$/, 'https://$1'],
  [
    /^https?:\/\/(?:embed\.reddit|www\.redditmedia)\.com\/(r\/\w{1,40}\/comments\/[\w/]{1,200})(?=$|[?#])/,
    'https://www.reddit.com/$1',
  ],
  [/^https?:\/\/embed\.ted\.com\/(talks\/\w{1,200})(?=$|[/?#])/, 'https://www.ted.com/$1'],
  [
    /^https?:\/\/codepen\.io\/([\w-]{1,60})\/embed\/(?:preview\/)?(\w{1,40})(?=$|[/?#])/,
    'https://codepen.io/$1/pen/$2',
  ],
  [
    /^https?:\/\/www\.instagram\.com\/((?:p|reel|tv)\/[\w-]{1,40})\/embed(?=$|[/?#])/,
    'https://www.instagram.com/$1/',
  ],
  [
    /^https?:\/\/platform\.twitter\.com\/embed\/Tweet\.html\?(?:[^#]{0,500}&)?id=(\d{5,25})(?=$|[&#])/,
    'https://twitter.com/i/status/$1',
  ],
  [
    /^https?:\/\/embed\.bsky\.app\/embed\/([\w:.-]{1,100})\/app\.bsky\.feed\.post\/(\w{1,40})(?=$|[/?#])/,
    'https://bsky.app/profile/$1/post/$2',
  ],
];

const TOOT = /^(https?:\/\/[^/]{1,100}\/@[\w.@-]{1,100}\/\d{5,25})\/embed(?=$|[?#])/;

/** Frames whose query has the URL of the page. */
const QUERY =
  /^https?:\/\/(?:w\.soundcloud\.com\/player\/|www\.facebook\.com\/plugins\/(?:post|video)\.php)\?(?:[^#]{0,500}&)?(?:url|href)=([^&#]{1,500})/;
const PAGE_IN_QUERY = /^https?:\/\/(?:(?:www\.|m\.)?soundcloud|(?:www\.)?facebook)\.com\/[^\s<>"]{1,300}$/;

function pageInQuery(address: string): string | undefined {
  const encoded = QUERY.exec(address)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const page = decodeURIComponent(encoded);
    return PAGE_IN_QUERY.test(page) ? page : undefined;
  } catch {
    return undefined;
  }
}

function pageOfFrame(address: string): string {
  const named = pageInQuery(address);
  if (named !== undefined) return named;
  for (const [frame, page] of [...PAGES, [TOOT, '$1'] as const]) {
    const match = frame.exec(address);
    if (match !== null) return page.replace(/\$(\d)/g, (_, group) => match[Number(group)]!);
  }
  return address;
}

function providerOf(address: string): string | undefined {
  const authority = /^https?:\/\/([a-z0-9.-]+)(?::\d+)?(?=[/?#]|$)/i.exec(address);
  if (authority === null || BUTTON.test(address.slice(authority[0].length))) return undefined;
  if (TOOT.test(address)) return 'Mastodon';
  let host = authority[1]!.toLowerCase();
  for (;;) {
    const name = BY_HOST.get(host);
    if (name !== undefined) return name;
    const dot = host.indexOf('.');
    if (dot < 0) return undefined;
    host = host.slice(dot + 1);
  }
}
