/** Subset of the DOM, implemented by linkedom and browsers. */
export interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
  readonly parentNode: DomNode | null;
}

const TEXT_NODE = 3;

const BLOCKS = new Set(
  (
    'ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY BR CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE ' +
    'FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LI MAIN MENU NAV OL OPTION P PRE SECTION SUMMARY TABLE TBODY ' +
    'TD TFOOT TH THEAD TR UL'
  ).split(' '),
);

const UNREAD = new Set('HEAD IFRAME MATH NOSCRIPT SCRIPT STYLE SVG TEMPLATE TITLE'.split(' '));

/** Text of a subtree, one line per block, white space collapsed. Iterative: pages nest thousands deep. */
export function blockText(root: DomNode): string {
  const lines = new TextLines();
  let node: DomNode | null = root;
  while (node) {
    const name: string = node.nodeName.toUpperCase();
    if (node.nodeType === TEXT_NODE) lines.add(node.nodeValue ?? '');
    if (BLOCKS.has(name)) lines.endLine();
    if (node.firstChild && !UNREAD.has(name)) {
      node = node.firstChild;
      continue;
    }
    while (node && node !== root && !node.nextSibling) {
      node = node.parentNode;
      if (node && BLOCKS.has(node.nodeName.toUpperCase())) lines.endLine();
    }
    node = node === root || !node ? null : node.nextSibling;
  }
  return lines.text();
}

/** Collects lines of text; collapses white space and drops empty lines. */
export class TextLines {
  readonly #lines: string[] = [];
  #open = '';

  add(text: string): void {
    this.#open += text;
  }

  endLine(): void {
    const line = this.#open.replace(/\s+/g, ' ').trim();
    if (line !== '') this.#lines.push(line);
    this.#open = '';
  }

  text(): string {
    this.endLine();
    return this.#lines.join('\n');
  }
}
