import { useEffect, useRef } from 'preact/hooks';
import { beginWaiting } from '../client/waiting.js';
import { handleShortcut } from '../shell/shortcuts.js';
import { openDocument, type PageDocument } from './page-document.js';

interface Props {
  /** Address of the page on our own server: `/frame/views/…`. */
  readonly src: string;
  readonly title: string;
  readonly onReady?: (page: PageDocument) => void;
  /** The pointer is over another node, -1 when it left the page. */
  readonly onHover?: (node: number, event: MouseEvent) => void;
  readonly onPick?: (node: number, event: MouseEvent) => void;
  readonly onScroll?: (page: PageDocument) => void;
  /** Before the shortcuts of the app see it; prevent the default to keep it from them. */
  readonly onKeyDown?: (event: KeyboardEvent, page: PageDocument) => void;
  /** Ends of a selection of text by mouse or keys. */
  readonly onSelect?: (selection: Selection, page: PageDocument) => void;
  readonly class?: string;
}

/**
 * Shows a foreign page. It gets an origin that we can read (so that we can mark it) and no right to run scripts,
 * to submit forms, to open windows or to go anywhere; links do nothing.
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
      // A frame begins with an empty document of its own before the page is there.
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
      class={`page-frame ${props.class ?? ''}`}
      title={props.title}
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
    />
  );
}

/** Listens to a document from outside; gives what ends it. */
function attach(document: Document, latest: { readonly current: Props }): () => void {
  const page = openDocument(document);
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
  on<KeyboardEvent>('keydown', event => {
    latest.current.onKeyDown?.(event, page);
    handleShortcut(event);
  });
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
