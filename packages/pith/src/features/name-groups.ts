import { ATTR, KNOWN_ATTRIBUTES } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { hashStep, wordTable } from './word-table.js';

/**
 * Groups of words in class names, ids, roles and microdata. Names are split at capitals and at all characters but ASCII
 * letters (`relatedPosts` → `related posts`), and whole words are matched.
 */
const GROUP_WORDS = {
  content:
    'content contents contenido contenu inhalt conteudo text texto texte richtext rte wysiwyg prose copy',
  body: 'body articlebody storybody postbody entrybody bodytext maintext articletext fulltext bodycopy storytext',
  article:
    'article articles artikel articolo articulo artigo story stories storia news noticia noticias beitrag',
  main: 'main primary center centre principal hauptinhalt maincontent pagecontent maincol',
  post: 'post posts posting posted blogpost singlepost postcontent hentry',
  entry: 'entry entries entrycontent eintrag',
  blog: 'blog blogs weblog journal',
  title:
    'title titles headline headlines titre titulo titolo titel heading headings hed ueberschrift subject',
  lead: 'lead lede intro introduction standfirst teaser dek subtitle subheadline summary abstract excerpt deck vorspann',
  byline:
    'byline author authors autor auteur autore writer writers verfasser vcard postauthor credit credits journalist',
  date: 'date dates time datetime timestamp published pubdate updated datum fecha data dateline modified',
  meta: 'meta metadata postmeta entrymeta info details infos',
  bio: 'bio biography profile profiles aboutauthor authorbox authorbio avatar gravatar',
  caption: 'caption captions figcaption legend bildunterschrift imagecaption wpcaption',
  image: 'image images img photo photos picture figure thumbnail thumb lightbox',
  gallery:
    'gallery galleries slideshow slideshows carousel slider sliders slide slides swiper slick splide flickity filmstrip bildergalerie diashow',
  video: 'video videos player media youtube vimeo audio podcast',
  quote: 'quote quotes blockquote pullquote citation testimonial testimonials',
  comment:
    'comment comments commentlist kommentar kommentare commentaires comentarios reply replies respond disqus commento reactions livefyre',
  discussion:
    'discussion discussions thread threads forum forums topic topics conversation message messages board',
  review: 'review reviews rating ratings stars bewertung avis feedback',
  question: 'question questions answer answers faq faqs accordion qa accepted',
  share:
    'share sharing shares social socials addthis sharedaddy sharebar socialmedia shareaholic sharethis facebook twitter whatsapp pinterest linkedin instagram tweet',
  related:
    'related relatedposts relatednews similar recommended recommendations recommend suggested suggestions more moreposts readmore seealso outbrain taboola verwandte alsolike upnext',
  popular: 'popular trending mostread mostpopular latest recent newest hot top featured highlights',
  promo: 'promo promos promotion promotional cta marketing campaign offer offers deal deals upsell',
  ad: 'ad ads adv advert adverts advertisement advertising adsense adslot adbox adunit banner banners sponsor sponsored sponsors dfp gpt commercial werbung publicidad',
  newsletter:
    'newsletter newsletters subscribe subscription subscriptions signup optin mailchimp mailing register',
  paywall: 'paywall premium metered gated piano regwall subscriberonly',
  notice:
    'notice note notes admonition admonitions callout callouts alert alerts warning caution important tip tips hint danger infobox',
  tab: 'tab tabs tabpanel tabpane tabcontent tabbed accordion accordions expander expandable expand disclosure collapsible',
  nav: 'nav navi navigation navbar menu menus submenu navmenu mainnav topnav subnav megamenu hamburger',
  breadcrumb: 'breadcrumb breadcrumbs crumb crumbs breadcrumblist',
  pagination: 'pagination pager paging pagenav pages prev previous next older newer pagenumber',
  header: 'header masthead topbar siteheader kopf hero jumbotron cabecera',
  footer: 'footer foot sitefooter bottom colophon footnav subfooter pie fuss',
  sidebar:
    'sidebar sidebars side rail rightrail aside secondary sidecolumn sidenav rightcolumn leftcolumn barra',
  widget: 'widget widgets module modules gadget block blocks panel',
  search: 'search searchform searchbox suche recherche buscar',
  login: 'login signin account user users logout auth register profile member members',
  form: 'form forms input field fields wpcf gform contactform',
  button: 'button buttons btn btns icon icons toggle dropdown',
  modal: 'modal modals popup popover overlay dialog lightbox tooltip drawer offcanvas',
  cookie: 'cookie cookies consent gdpr cmp onetrust privacy cookiebar',
  legal: 'copyright disclaimer legal terms impressum imprint policy',
  tags: 'tag tags tagcloud taglist keyword keywords hashtag label labels',
  category: 'category categories cat cats section kicker rubrik channel taxonomy',
  toc: 'toc tableofcontents tocbot contentsnav anchors jump jumplinks',
  list: 'list lists listing listings grid items item row rows cards card tile tiles archive feed results result collection',
  product: 'product products shop store cart basket sku item prod woocommerce merchandise catalog',
  price: 'price prices pricing cost amount sale discount preis prix precio',
  spec: 'spec specs specification specifications attributes attribute features feature properties dimensions',
  description: 'description desc descriptions beschreibung descripcion overview about productdescription',
  hidden:
    'hidden hide invisible sr visuallyhidden sronly screenreader offscreen noprint noshow collapsed collapse skip skiplink',
  print: 'print printonly email mailto pdf download downloads',
  docs: 'docs doc documentation api reference manual guide tutorial markdown md rst sphinx highlight code theme',
  service:
    'service services solution solutions benefits benefit team partners clients logos pricing plans stats process',
  contact: 'contact contacts address phone tel map location locations hours kontakt contacto',
  language: 'language languages lang locale locales translate translations',
  signature: 'signature sig postcount userinfo joined karma votes vote likes upvote badge badges rank',
} as const;

export type NameGroup = keyof typeof GROUP_WORDS;

export const NAME_GROUPS = Object.keys(GROUP_WORDS) as readonly NameGroup[];

export const GROUP_WORDS_PER_NODE = Math.ceil(NAME_GROUPS.length / 32);

export type NameMask = Uint32Array;

export function nameMask(...names: readonly NameGroup[]): NameMask {
  const mask = new Uint32Array(GROUP_WORDS_PER_NODE);
  for (const name of names) {
    const bit = NAME_GROUPS.indexOf(name);
    mask[bit >>> 5]! |= 1 << (bit & 31);
  }
  return mask;
}

/** True if a node's own names belong to one of the groups. */
export function isNamed({ groups }: NodeNames, node: number, mask: NameMask): boolean {
  const at = node * GROUP_WORDS_PER_NODE;
  for (let word = 0; word < GROUP_WORDS_PER_NODE; word++) {
    if ((groups[at + word]! & mask[word]!) !== 0) return true;
  }
  return false;
}

/**
 * True if the names of the node or of one of the elements up to `steps` - 1 levels above belong to one of the groups.
 */
export function isNamedNear(
  names: NodeNames,
  { parent }: Pick<PageTree, 'parent'>,
  node: number,
  mask: NameMask,
  steps: number,
): boolean {
  let n = node;
  for (let step = 0; n > 0 && step < steps; n = parent[n]!, step++) if (isNamed(names, n, mask)) return true;
  return false;
}

const table = wordTable(Object.values(GROUP_WORDS).map(words => words.split(' ')));

export interface NodeNames {
  /** Bits of the groups, `GROUP_WORDS_PER_NODE` numbers per node. */
  readonly groups: Uint32Array;
  /** Hash of each node's class attribute without digits: equal for `post-12` and `post-13`. */
  readonly classes: Int32Array;
}

export function nodeNames(tree: PageTree): NodeNames {
  const groups = new Uint32Array(tree.count * GROUP_WORDS_PER_NODE);
  const classes = new Int32Array(tree.count);
  const { attributeFirst, attributeName, attributeStart, attributeStop, flags, source } = tree;
  for (let node = 1; node < tree.count; node++) {
    if (flags[node]! & UNSEEN) continue;
    for (let i = attributeFirst[node]!; i < attributeFirst[node + 1]!; i++) {
      const name = attributeName[i]!;
      if (name >= IS_NAMING.length || IS_NAMING[name] === 0) continue;
      const hash = addGroups(
        groups,
        node * GROUP_WORDS_PER_NODE,
        source,
        attributeStart[i]!,
        attributeStop[i]!,
      );
      if (name === ATTR.class) classes[node] = hash;
    }
  }
  return { groups, classes };
}

const MAX_NAME_LENGTH = 400;

const IS_NAMING = new Uint8Array(KNOWN_ATTRIBUTES.names.length);
for (const name of ['class', 'id', 'role', 'itemprop', 'data-testid', 'data-component'] as const)
  IS_NAMING[ATTR[name]] = 1;

/** Sets the bits of the words in a name; returns a hash of its letters. Two loops suit branch prediction. */
function addGroups(bits: Uint32Array, at: number, source: string, start: number, stop: number): number {
  const end = Math.min(stop, start + MAX_NAME_LENGTH);
  const code = (place: number) => (place < end ? source.charCodeAt(place) : 0);
  let whole = 0;
  for (let i = start; i < end; ) {
    const from = i;
    let hash = 0;
    let c = code(i);
    for (; c >= 65 && c <= 90; c = code(++i)) {
      hash = hashStep(hash, c | 32);
      whole = hashStep(whole, c | 32);
    }
    for (; c >= 97 && c <= 122; c = code(++i)) {
      hash = hashStep(hash, c);
      whole = hashStep(whole, c);
    }
    if (i === from) i++;
    else if (i - from > 1) setBits(bits, at, table.find(source, from, i, hash));
  }
  return whole;
}

function setBits(bits: Uint32Array, at: number, groups: readonly number[] | undefined): void {
  if (groups === undefined) return;
  for (const group of groups) bits[at + (group >>> 5)]! |= 1 << (group & 31);
}

const MAX_CLASS_LENGTH = 300;

/** The class attribute in lower case, with camel case split (`postBody` → `post-body`); empty if missing. */
export function classOf(tree: PageTree, node: number): string {
  const names = tree.attribute(node, ATTR.class);
  if (names === undefined || names === '') return '';
  const name = names.slice(0, MAX_CLASS_LENGTH);
  // Most classes have no capitals.
  return /[^ -@[-~]/.test(name) ? name.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase() : name;
}

/** A value per class attribute of a page, read once for all elements with that class. */
export class ByClass<T> {
  readonly #known = new Map<string, T>();

  constructor(
    private readonly tree: PageTree,
    private readonly read: (className: string) => T,
  ) {}

  at(node: number): T {
    const { tree } = this;
    const at = tree.attributeIndex(node, ATTR.class);
    const names = at < 0 ? '' : tree.source.slice(tree.attributeStart[at], tree.attributeStop[at]);
    let value = this.#known.get(names);
    if (value === undefined) {
      value = this.read(classOf(tree, node));
      this.#known.set(names, value);
    }
    return value;
  }
}
