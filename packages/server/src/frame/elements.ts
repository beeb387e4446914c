const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Elements that are written under their own name: none of them loads, runs or changes how what follows is parsed.
 * Everything else becomes a `pith-element` that remembers its name, so the frame never enters SVG, MathML or raw text,
 * and a parser has nothing to read differently from what was meant.
 */
export const WRITTEN_AS_IS = words(
  'article section main nav aside header footer address div p h1 h2 h3 h4 h5 h6 hgroup ul ol li menu dl dt dd ' +
    'table caption colgroup col thead tbody tfoot tr td th form fieldset legend label input button details summary ' +
    'dialog blockquote pre code figure figcaption hr br wbr a abbr acronym b bdi bdo big cite data del dfn em font i ' +
    'ins kbd mark nobr q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var center output ' +
    'progress meter search picture img map area',
);

/** Names of elements that pages make up: they are inert without scripts. */
export const MADE_UP_NAME = /^(?!pith-)[a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){1,6}$/;

/** Elements without an end. */
export const VOID = words('area br col hr img input wbr');

/** Elements of which nothing inside is written. */
export const EMPTIED = words(
  'script svg iframe embed object applet audio video canvas frame param source track base meta link',
);

/** Elements that are shown as an empty box of their size. */
export const BOXES = words('svg iframe embed object applet audio video canvas frame');

/** Elements whose inside is there but not shown. */
export const CLOSED = words('select textarea datalist template noembed noframes');

/** Table parts and what each must stand in: a parser drops or moves them elsewhere. */
export const PLACES_IN_TABLES: Readonly<Record<string, ReadonlySet<string>>> = {
  caption: words('table'),
  colgroup: words('table'),
  col: words('colgroup table'),
  thead: words('table'),
  tbody: words('table'),
  tfoot: words('table'),
  tr: words('table thead tbody tfoot'),
  td: words('tr thead tbody tfoot table'),
  th: words('tr thead tbody tfoot table'),
};

/** Where a table may stand inside another, and where it may not. */
export const CELLS = words('td th caption');
export const BETWEEN_CELLS = words('table thead tbody tfoot tr colgroup');

/** Elements that a parser closes when they begin inside one of their own kind. */
export const NEVER_NESTED = words('a button form nobr');

/** Elements that a parser closes when the next begins, unless one of the others stands between. */
export const CLOSED_BY_SIBLINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: words('ul ol menu table'),
  dt: words('dl table'),
  dd: words('dl table'),
};

/** What the frame needs besides the page's own styles. */
export const FRAME_STYLE = [
  'pith-text{display:inline!important;float:none!important;position:static!important;margin:0!important;padding:0!important;border:0!important}',
  `${[...CLOSED].map(tag => `pith-element[data-pith-tag=${tag}]>*`).join()}{display:none!important}`,
  `${[...BOXES].map(tag => `pith-element[data-pith-tag=${tag}]`).join()}{display:inline-block;min-width:1em;min-height:1em;max-width:100%;background:#8882;outline:1px dashed #8886}`,
  'pith-element[data-pith-tag=select],pith-element[data-pith-tag=textarea]{display:inline-block;min-width:6em;min-height:1.4em;border:1px solid #8888}',
  'pith-element[data-pith-tag=p]{display:block}',
  'pith-element[data-pith-tag=table]{display:table}',
  'pith-element[data-pith-tag=tr]{display:table-row}',
  'pith-element[data-pith-tag=td],pith-element[data-pith-tag=th]{display:table-cell}',
  'pith-element[hidden]{display:none!important}',
].join('\n');
