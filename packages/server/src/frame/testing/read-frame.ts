import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** A frame as parsed by a standard parser with scripting off, as in the sandbox. */
export interface ReadFrame {
  readonly elements: readonly Element[];
  /** Node id → number of elements with it. */
  readonly ids: ReadonlyMap<number, number>;
  /** Node id → text of its `pith-text`. */
  readonly texts: ReadonlyMap<number, string>;
}

export function readFrame(html: string): ReadFrame {
  const elements: Element[] = [];
  const open: DefaultTreeAdapterTypes.Node[] = [parse(html, { scriptingEnabled: false })];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node) elements.push(node);
    if ('content' in node) open.push(node.content);
    if ('childNodes' in node) open.push(...node.childNodes.toReversed());
  }
  const ids = new Map<number, number>();
  const texts = new Map<number, string>();
  for (const element of elements) {
    const id = attributeOf(element, 'data-pith-node');
    if (id === undefined) continue;
    ids.set(Number(id), (ids.get(Number(id)) ?? 0) + 1);
    if (element.tagName === 'pith-text') texts.set(Number(id), textOf(element));
  }
  return { elements, ids, texts };
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find(each => each.name === name)?.value;
}

function textOf(element: Element): string {
  return element.childNodes.map(child => ('value' in child ? child.value : '<element>')).join('');
}

const FORBIDDEN = new Set(
  'script iframe frame frameset object embed applet base svg math portal plaintext xmp noscript noembed noframes listing select textarea video audio source track canvas image'.split(
    ' ',
  ),
);

/** Lists everything in a frame that is not allowed. */
export function dangersIn({ elements }: ReadFrame, assets = false): string[] {
  return elements.flatMap(element => {
    const { tagName, namespaceURI, attrs } = element;
    const dangers: string[] = [];
    if (FORBIDDEN.has(tagName)) dangers.push(`<${tagName}>`);
    if (!namespaceURI.endsWith('/xhtml')) dangers.push(`<${tagName}> of ${namespaceURI}`);
    if (tagName === 'meta' && attributeOf(element, 'charset') === undefined) dangers.push('<meta>');
    if (tagName === 'link' && !assets) dangers.push('<link>');
    for (const { name, value } of attrs) {
      if (
        /^on|^(?:action|formaction|ping|srcdoc|srcset|background|name|target|http-equiv|xlink:href|nonce)$/.test(
          name,
        )
      ) {
        dangers.push(`${tagName} ${name}`);
      }
      if (name === 'href' && tagName !== 'link' && value !== '#pith-inert') dangers.push(`href ${value}`);
      const isPicture = /^data:image\//i.test(value) || (assets && value.startsWith('https://'));
      if (name === 'src' && !(tagName === 'img' && isPicture)) dangers.push(`${tagName} src ${value}`);
    }
    return dangers;
  });
}
