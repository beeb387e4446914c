import type { RefObject } from 'preact';
import { select } from '../../annotation/actions.js';
import { selectText } from '../../annotation/text-actions.js';
import { PageFrame } from '../../frame/PageFrame.js';
import type { PageDocument } from '../../frame/page-document.js';
import { pickedIndex, rangesOf } from './page-selection.js';
import type { SessionStore } from './use-session.js';

interface StageProps {
  readonly page: string;
  /** Whether pictures and styles of its site are shown. */
  readonly hasAssets: boolean;
  readonly store: SessionStore;
  readonly view: PageDocument | undefined;
  /** Whether pointing means a leaf; with Alt it means the other. */
  readonly picksLeaves: boolean;
  readonly stage: RefObject<HTMLDivElement | null>;
  onView(view: PageDocument): void;
}

/** The page in its frame: pointing outlines, a click selects, marked text becomes a range. */
export function Stage({ page, hasAssets, store, view, picksLeaves: isOfLeaves, stage, onView }: StageProps) {
  const { session, act } = store;
  const indexOf = (node: number, event: MouseEvent) =>
    session && pickedIndex(session.outline, node, isOfLeaves !== event.altKey);
  return (
    <div
      class="stage"
      ref={stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page takes the keys that walk through it
      tabIndex={0}
      role="application"
      aria-label="Page: arrow keys walk, letters label"
    >
      <PageFrame
        src={`/frame/pages/${encodeURIComponent(page)}${hasAssets ? '?assets=1' : ''}`}
        title="The page to label"
        onReady={ready => {
          removeTabStops(ready.document);
          store.begin(ready);
          onView(ready);
          stage.current?.focus({ preventScroll: true });
        }}
        onHover={(node, event) => {
          const index = indexOf(node, event);
          view?.markOne('pointed', index === undefined ? undefined : session?.outline.nodes[index]?.node);
        }}
        onPick={(node, event) => {
          if (!session || view?.document.getSelection()?.isCollapsed === false) return;
          const index = indexOf(node, event);
          if (index !== undefined) act(select(index));
        }}
        onSelect={selection => session && act(selectText(rangesOf(selection, session.outline)))}
      />
    </div>
  );
}

/** Links and fields of the page are not stops on the way of the Tab key. */
function removeTabStops(document: Document): void {
  for (const element of document.querySelectorAll(
    'a[href],button,input,select,textarea,summary,[tabindex]',
  )) {
    element.setAttribute('tabindex', '-1');
  }
}
