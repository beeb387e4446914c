import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Addresses } from './addresses.js';
import type { Audio, Embed, Video } from './content.js';

export function playerOf(tree: PageTree, node: number, addresses: Addresses): Video | Audio | undefined {
  const src = playedBy(tree, node, addresses);
  if (src === undefined) return undefined;
  const title = titleOf(tree, node);
  if (tree.tag[node] === TAG.audio) return { type: 'audio', src, ...title, node };
  const poster = addresses.media(tree.attribute(node, ATTR.poster) ?? '');
  return { type: 'video', src, ...(poster === undefined ? {} : { poster }), ...title, node };
}

const FRAME_SOURCES = [ATTR.src, ATTR['data-src'], ATTR['data-lazy-src'], ATTR.data];

/** The embed of an `iframe`, `embed` or `object` from a known provider. */
export function embedOf(tree: PageTree, node: number, addresses: Addresses): Embed | undefined {
  for (const name of FRAME_SOURCES) {
    const src = addresses.media(tree.attribute(node, name) ?? '');
    const provider = src === undefined ? undefined : providerOf(src);
    if (src !== undefined && provider !== undefined)
      return { type: 'embed', src, provider, ...titleOf(tree, node), node };
  }
  return undefined;
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

function titleOf(tree: PageTree, node: number): { title?: string } {
  const title = (tree.attribute(node, ATTR.title) ?? tree.attribute(node, ATTR['aria-label']))?.trim();
  return title ? { title } : {};
}

/** Providers whose frames are content, by host. Other frames are advertisements or widgets. */
const PROVIDERS: readonly (readonly [name: string, hosts: readonly string[]])[] = [
  ['YouTube', ['youtube.com', 'youtube-nocookie.com', 'youtu.be']],
  ['Vimeo', ['vimeo.com']],
  ['Dailymotion', ['dailymotion.com', 'dai.ly']],
  ['Twitch', ['twitch.tv']],
  ['TED', ['ted.com']],
  ['PeerTube', ['framatube.org', 'peertube.tv']],
  ['Bilibili', ['bilibili.com']],
  ['Rutube', ['rutube.ru']],
  ['VK', ['vk.com', 'vkvideo.ru']],
  ['Wistia', ['wistia.com', 'wistia.net']],
  ['Brightcove', ['players.brightcove.net']],
  ['JW Player', ['jwplatform.com', 'jwplayer.com']],
  ['Loom', ['loom.com']],
  ['X', ['twitter.com', 'x.com']],
  ['Instagram', ['instagram.com']],
  ['Facebook', ['facebook.com']],
  ['TikTok', ['tiktok.com']],
  ['Reddit', ['reddit.com', 'redditmedia.com']],
  ['Bluesky', ['embed.bsky.app']],
  ['Telegram', ['t.me']],
  ['SoundCloud', ['soundcloud.com']],
  ['Spotify', ['spotify.com']],
  ['Apple', ['embed.music.apple.com', 'embed.podcasts.apple.com']],
  ['Bandcamp', ['bandcamp.com']],
  ['Mixcloud', ['mixcloud.com']],
  ['Acast', ['embed.acast.com']],
  ['Libsyn', ['libsyn.com']],
  ['CodePen', ['codepen.io']],
  ['JSFiddle', ['jsfiddle.net']],
  ['CodeSandbox', ['codesandbox.io']],
  ['StackBlitz', ['stackblitz.com']],
  ['Observable', ['observablehq.com']],
  ['Datawrapper', ['datawrapper.de', 'dwcdn.net']],
  ['Flourish', ['flo.uri.sh', 'flourish.studio']],
  ['Infogram', ['infogram.com']],
  ['Tableau', ['public.tableau.com']],
  ['Google Maps', ['maps.google.com']],
  ['Google', ['google.com', 'docs.google.com']],
  ['OpenStreetMap', ['openstreetmap.org']],
  ['SlideShare', ['slideshare.net']],
  ['Speaker Deck', ['speakerdeck.com']],
  ['Scribd', ['scribd.com']],
  ['DocumentCloud', ['documentcloud.org']],
  ['Internet Archive', ['archive.org']],
  ['Giphy', ['giphy.com']],
  ['Desmos', ['desmos.com']],
  ['GeoGebra', ['geogebra.org']],
];

const BY_HOST: ReadonlyMap<string, string> = new Map(
  PROVIDERS.flatMap(([name, hosts]) => hosts.map((host): [string, string] => [host, name])),
);

/** Like and follow buttons have the same hosts as posts. */
const BUTTON =
  /^\/(?:plugins\/(?:like|share|follow|page|likebox)|widgets\/(?:tweet_button|follow_button))|^\/(?:recaptcha|ads?)\//;

function providerOf(address: string): string | undefined {
  const authority = /^https?:\/\/([a-z0-9.-]+)(?::\d+)?(?=[/?#]|$)/i.exec(address);
  if (authority === null || BUTTON.test(address.slice(authority[0].length))) return undefined;
  let host = authority[1]!.toLowerCase();
  for (;;) {
    const name = BY_HOST.get(host);
    if (name !== undefined) return name;
    const dot = host.indexOf('.');
    if (dot < 0) return undefined;
    host = host.slice(dot + 1);
  }
}
