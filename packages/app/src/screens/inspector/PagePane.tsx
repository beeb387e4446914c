import { useEffect, useState } from 'preact/hooks';
import type { Decision, FactDecision } from '../../client/api.js';
import { HEAT_STYLES, MARK_STYLES } from '../../frame/mark-styles.js';
import { type PageDocument, PageFrame } from '../../frame/PageFrame.js';
import {
  type BlockPlaces,
  blockAround,
  decisionMarks,
  fieldMarks,
  marksFor,
  type Paint,
  placeBlocks,
} from './blocks.js';

export interface OpenPage {
  readonly page: PageDocument;
  readonly places: BlockPlaces;
}

interface Props {
  readonly src: string;
  readonly title: string;
  readonly decisions: readonly Decision[];
  readonly paint: Paint;
  readonly hidesFixed: boolean;
  readonly current: number;
  readonly pointed: number;
  readonly different: ReadonlySet<number>;
  readonly fields: readonly FactDecision[] | undefined;
  readonly onOpen: (open: OpenPage) => void;
  readonly onPoint: (block: number, at: { x: number; y: number }) => void;
  readonly onPick: (block: number) => void;
  readonly onScroll: (page: PageDocument) => void;
}

export function PagePane(props: Props) {
  const { decisions, paint, current, pointed, different, fields, hidesFixed } = props;
  const [page, setPage] = useState<PageDocument>();
  const [open, setOpen] = useState<OpenPage>();

  useEffect(() => {
    if (page === undefined) return;
    const opened = { page, places: placeBlocks(page, decisions) };
    page.style('block', { kept: MARK_STYLES.kept, dropped: MARK_STYLES.dropped, ...HEAT_STYLES });
    page.style('different', { on: MARK_STYLES.different });
    page.style('fact', { chosen: MARK_STYLES.chosen, offered: MARK_STYLES.offered });
    page.style('pointed', { on: MARK_STYLES.pointed });
    page.style('current', { on: MARK_STYLES.outlined });
    setOpen(opened);
    props.onOpen(opened);
  }, [page, decisions]);
  useEffect(() => {
    if (page === undefined) return;
    page.style('fixed', { on: 'position:static!important' });
    page.mark('fixed', new Map(hidesFixed ? fixedNodes(page).map(node => [node, 'on']) : []));
  }, [page, hidesFixed]);
  useEffect(
    () => open?.page.mark('block', decisionMarks(open.places, decisions, paint)),
    [open, decisions, paint],
  );
  useEffect(() => open?.page.mark('different', marksFor(open.places, different)), [open, different]);
  useEffect(() => open?.page.mark('fact', fieldMarks(open.places, fields ?? [])), [open, fields]);
  useEffect(() => open?.page.mark('pointed', marksFor(open.places, [pointed])), [open, pointed]);
  useEffect(() => {
    if (open === undefined) return;
    const marks = marksFor(open.places, [current]);
    open.page.mark('current', marks);
    const [first] = marks.keys();
    if (first !== undefined) open.page.scrollTo(first);
  }, [open, current]);

  const blockAt = (node: number) => (open === undefined ? -1 : blockAround(open.page, open.places, node));
  return (
    <PageFrame
      src={props.src}
      title={props.title}
      onReady={setPage}
      onHover={(node, event) => props.onPoint(blockAt(node), placeOf(event))}
      onPick={node => {
        const block = blockAt(node);
        if (block >= 0) props.onPick(block);
      }}
      onScroll={props.onScroll}
    />
  );
}

/** Pointer position in the app's window; events in the frame are relative to the frame. */
function placeOf(event: MouseEvent): { x: number; y: number } {
  const frame = event.view?.frameElement?.getBoundingClientRect();
  return { x: event.clientX + (frame?.left ?? 0), y: event.clientY + (frame?.top ?? 0) };
}

/** Fixed and sticky elements, which would cover the content. */
function fixedNodes(page: PageDocument): number[] {
  const view = page.document.defaultView;
  if (view === null) return [];
  return page.nodes.filter(node => {
    const element = page.isText(node) ? undefined : page.element(node);
    return element !== undefined && /^(?:fixed|sticky)$/.test(view.getComputedStyle(element).position);
  });
}

export function scrollTogether(): { add(page: PageDocument): void; follow(page: PageDocument): void } {
  const pages = new Set<Document>();
  // Positions set by `follow`. Their scroll events must not scroll the other frames back.
  const moved = new WeakMap<Document, number>();
  return {
    add: ({ document }) => {
      for (const page of pages) if (page.defaultView === null) pages.delete(page);
      pages.add(document);
    },
    follow: ({ document }) => {
      const top = scrollTop(document);
      if (Math.abs((moved.get(document) ?? Number.NaN) - top) < 2) return;
      const share = top / Math.max(1, range(document));
      for (const page of pages) {
        if (page === document || page.defaultView === null) continue;
        const goal = Math.round(share * range(page));
        moved.set(page, goal);
        page.defaultView.scrollTo({ top: goal, behavior: 'instant' });
      }
      moved.delete(document);
    },
  };
}

const scrollTop = (document: Document) => document.scrollingElement?.scrollTop ?? 0;

function range({ scrollingElement }: Document): number {
  return scrollingElement === null ? 0 : scrollingElement.scrollHeight - scrollingElement.clientHeight;
}
