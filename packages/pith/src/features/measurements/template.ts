import { TAG } from '../../tree/names.js';
import type { PageTree } from '../../tree/tree.js';

/** Attributes of `html` and `body` in which content systems write the kind of page: `class="single-product"`. */
const NAMING = /^(?:class|id|data-template|data-page-type|data-pagetype|data-type|data-controller|itemtype)$/;
/** In characters. Set by hand. */
const LONGEST = 2_000;

/**
 * The names that the template gives the whole page: classes, ids and types of `html` and `body`, and the generator, in
 * lower case and separated by spaces.
 */
export function templateNames(tree: PageTree, generator = ''): string {
  const names = [generator];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag !== TAG.html && tag !== TAG.body) continue;
    for (const [name, value] of tree.attributes(node))
      if (NAMING.test(name)) names.push(value.slice(0, LONGEST));
    if (tag === TAG.body) break;
  }
  return ` ${names.join(' ').toLowerCase()} `;
}

/** Kinds of page that templates of common software name. */
export const TEMPLATES: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'discussion software',
    /discourse|phpbb|vbulletin|vb_|\bxf\b|xenforo|ipsapp|ips_?layout|invision|mybb|\bsmf\b|simple machines|flarum|nodebb|vanilla|bbpress|woltlab|\btpl(?:thread|board|forum)|\blia-|question2answer|\bqa-body|fluxbb|punbb|\byabb|burning board|lemmy|misago/,
  ],
  [
    'thread',
    /thread[_-]?view|view[_-]?thread|viewtopic|showthread|question-page|forumtopicpage|single-topic|[-_ ]topic[-_]page|page-topic|discussion-page|\btplthread|section-discussion|topic-template|single-forum|threadpage/,
  ],
  [
    'product',
    /single-product|product-template|template-product|product-(?:detail|page|view)|catalog-product|page-product|\bpdp\b|ebay-objects:item|product-single|schema\.org\/product/,
  ],
  [
    'collection',
    /tax-product|product-(?:list|cat|grid|archive)|template-collection|collection-template|category-view|catalog-category|\bplp\b|page-collection|template-search|page-category|post-type-archive-product/,
  ],
  [
    'manual',
    /mediawiki|mkdocs|docusaurus|docs-(?:wrapper|doc|page)|sphinx|rustdoc|vitepress|gitbook|readthedocs|read the docs|doxygen|javadoc|mintlify|\bdocs?\b|documentation|asciidoctor|antora|starlight|nextra|slate\b|redoc|help-?center|knowledge-?base|dokuwiki|confluence/,
  ],
  [
    'single article',
    /single-post|post-template|type-article|page-article|article-(?:page|detail|template)|single-article|\bsingle\b|news-?article|blog-post|newsarticle|story-page/,
  ],
  [
    'archive',
    /\barchive\b|\bcategory\b|category-\w|\btag-\w|search-results|\bblog\b|post-type-archive|page-search|listing|section-front|\bterm-\w/,
  ],
  ['single page', /page-template|\bhome\b|front-?page|landing|basic-?page|homepage|page-id|node--type-page/],
];
