import { useEffect, useRef } from 'preact/hooks';
import { beginWaiting } from '../client/waiting.js';
import { handleShortcut } from '../shell/shortcuts.js';

interface Props {
  readonly src: string;
  readonly title: string;
  readonly onReady?: (page: PageDocument) => void;
  /** Called with the node under the pointer, -1 when it leaves the page. */
  readonly onHover?: (node: number, event: MouseEvent) => void;
  readonly onPick?: (node: number, event: MouseEvent) => void;
  readonly onScroll?: (page: PageDocument) => void;
  readonly onSelect?: (selection: Selection, page: PageDocument) => void;
}

/**
 * Shows an untrusted page in a frame. The page has the app's origin, so that the app can mark its nodes, but cannot run
 * scripts, submit forms, open windows or navigate; its links do nothing.
 */
export function PageFrame(props: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = frame.current!;
    let stop: (() => void) | undefined;
    const endWaiting = beginWaiting('Loading the page');
    const open = () => {
      stop?.();
      const document = element.contentDocument;
      // A frame starts with an empty document before the page loads.
      if (document === null || document.URL === 'about:blank') return;
      endWaiting();
      stop = attach(document, latest);
    };
    element.addEventListener('load', open);
    element.src = props.src;
    return () => {
      element.removeEventListener('load', open);
      endWaiting();
      stop?.();
    };
  }, [props.src]);

  return (
    <iframe
      ref={frame}
      class="page-frame"
      title={props.title}
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
    />
  );
}

function attach(document: Document, latest: { readonly current: Props }): () => void {
  const page = new PageDocument(document);
  const stop = new AbortController();
  const { signal } = stop;
  let over = -1;
  const hover = (node: number, event: MouseEvent) => {
    if (node === over) return;
    over = node;
    latest.current.onHover?.(node, event);
  };
  const on = <E extends Event>(name: string, run: (event: E) => void, capture = false) =>
    document.addEventListener(name, run as EventListener, { signal, capture });
  on<MouseEvent>('mouseover', event => hover(page.nodeOf(event.target), event));
  on<MouseEvent>('mouseleave', event => hover(-1, event));
  on<MouseEvent>(
    'click',
    event => {
      event.preventDefault();
      event.stopPropagation();
      latest.current.onPick?.(page.nodeOf(event.target), event);
    },
    true,
  );
  on<MouseEvent>('auxclick', event => event.preventDefault(), true);
  on<SubmitEvent>('submit', event => event.preventDefault(), true);
  on('keydown', handleShortcut);
  on('scroll', () => latest.current.onScroll?.(page), true);
  for (const name of ['mouseup', 'keyup']) {
    on(name, () => {
      const selection = document.getSelection();
      if (selection !== null && !selection.isCollapsed) latest.current.onSelect?.(selection, page);
    });
  }
  latest.current.onReady?.(page);
  return () => stop.abort();
}

const NODE = 'data-pith-node';
const markAttribute = (layer: string) => `data-pith-mark-${layer}`;

/** A framed page. Elements and texts other than white space have their node id in the page tree as an attribute. */
export class PageDocument {
  readonly #elements = new Map<number, Element>();
  readonly #sheets = new Map<string, HTMLStyleElement>();
  readonly #marked = new Map<string, ReadonlyMap<number, string>>();

  constructor(readonly document: Document) {
    for (const element of document.querySelectorAll(`[${NODE}]`)) this.#elements.set(idOf(element), element);
  }

  get nodes(): number[] {
    return [...this.#elements.keys()];
  }

  /** The element of a node; for a text node its `<pith-text>`. */
  element(node: number): Element | undefined {
    return this.#elements.get(node);
  }

  /** The innermost node around an event target; -1 outside the page. */
  nodeOf(target: EventTarget | null): number {
    return nearestId(asElement(target));
  }

  parentOf(node: number): number {
    return nearestId(this.element(node)?.parentElement);
  }

  isText(node: number): boolean {
    return this.element(node)?.localName === 'pith-text';
  }

  /** Replaces the styles of a layer: CSS declarations by mark name. */
  style(layer: string, styles: Readonly<Record<string, string>>): void {
    const rules = Object.entries(styles).map(
      ([name, declarations]) => `[${markAttribute(layer)}=${JSON.stringify(name)}]{${declarations}}`,
    );
    this.setSheet(layer, rules.join('\n'));
  }

  setSheet(name: string, css: string): void {
    const sheet = this.#sheets.get(name) ?? this.document.createElement('style');
    sheet.textContent = css;
    if (!this.#sheets.has(name)) this.document.documentElement.append(sheet);
    this.#sheets.set(name, sheet);
  }

  /** Replaces the marks of a layer. Only changed attributes are set: pages can have many thousands of texts. */
  mark(layer: string, marks: ReadonlyMap<number, string>): void {
    const before = this.#marked.get(layer) ?? new Map<number, string>();
    const name = markAttribute(layer);
    for (const node of before.keys()) if (!marks.has(node)) this.element(node)?.removeAttribute(name);
    for (const [node, mark] of marks)
      if (before.get(node) !== mark) this.element(node)?.setAttribute(name, mark);
    this.#marked.set(layer, new Map(marks));
  }

  markOne(layer: string, node: number | undefined): void {
    this.mark(layer, new Map(node === undefined || node < 0 ? [] : [[node, 'on']]));
  }

  scrollTo(node: number): void {
    scrollWithinFrame(this.element(node));
  }
}

/** Height in pixels above which an element is aligned at the top instead of centred. */
const TALL = 400;
const MARGIN = 16;

/** Scrolls only the frame to an element; `scrollIntoView` would also scroll the app. */
function scrollWithinFrame(element: Element | undefined): void {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return;
  const calm = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const behavior = calm ? 'instant' : 'smooth';
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const isRoot = box === element.ownerDocument.scrollingElement;
    if (!isRoot && !scrollsByItself(box, view)) continue;
    const [top, height] = isRoot
      ? [0, view.innerHeight]
      : [box.getBoundingClientRect().top, box.clientHeight];
    const rect = element.getBoundingClientRect();
    const room = rect.height > Math.min(TALL, height) ? MARGIN : (height - rect.height) / 2;
    box.scrollBy({ top: rect.top - top - room, behavior });
  }
}

function scrollsByItself(box: Element, view: Window): boolean {
  return box.scrollHeight > box.clientHeight && /auto|scroll/.test(view.getComputedStyle(box).overflowY);
}

const idOf = (element: Element) => Number(element.getAttribute(NODE));

function nearestId(from: Element | null | undefined): number {
  const element = from?.closest(`[${NODE}]`);
  return element ? idOf(element) : -1;
}

/** `instanceof Element` fails across documents, so the node type is compared. */
function asElement(target: EventTarget | null): Element | null {
  const node = target as Node | null;
  return node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null);
}
