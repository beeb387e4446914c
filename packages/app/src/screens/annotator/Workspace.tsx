import type { RefObject } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { select, setSuggestions } from '../../annotation/actions.js';
import { marksOf } from '../../annotation/label-set.js';
import { type Edit, labelMapOf, withEdits } from '../../annotation/labels.js';
import { outlineOf } from '../../annotation/outline.js';
import { type Action, beginSession, type LabelSet, type Session, viewOf } from '../../annotation/session.js';
import { selectText } from '../../annotation/text-selection.js';
import { type Corpus, type PageLabels, type StoredPage, server } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { type PageDocument, PageFrame } from '../../frame/PageFrame.js';
import { go, hrefTo } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { Segments } from '../../ui/controls.js';
import { confirmed } from '../../ui/Dialog.js';
import { Loading, toast } from '../../ui/messages.js';
import { labelShortcuts, workspaceKeys } from './keys.js';
import { LabelPalette } from './LabelPalette.js';
import { pageOrder, sortPages } from './PageList.js';
import { pickedIndex, rangesOf, usePageMarks } from './page-marks.js';
import { PropertiesPanel, SuggestionPanel, TreePanel } from './panels.js';
import { saveEdits, unsavedEdits } from './saving.js';
import { Toolbar } from './Toolbar.js';

interface WorkspaceProps {
  readonly corpus: string;
  readonly page: string;
  readonly annotator: string;
  readonly byToken: boolean;
}

export function Workspace({ corpus, page, annotator, byToken }: WorkspaceProps) {
  const loaded = useLoaded(async () => {
    // Read before the labels are requested: edits sent meanwhile may be missing from the response.
    const unsaved = unsavedEdits(page, annotator);
    const [{ pages, ...own }, labels] = await Promise.all([
      server.corpusWithPages(corpus),
      server.labels(page, annotator),
    ]);
    return { ...own, pages: sortPages(corpus, pages), labels, unsaved };
  }, [corpus, page, annotator]);
  if (!loaded.data)
    return (
      <div class="page stack">
        <Loading from={loaded} label="Loading the page" />
        <a href={hrefTo('annotate', [corpus])}>Back to the pages of {corpus}</a>
      </div>
    );
  return <LabelPage corpus={corpus} page={page} annotator={annotator} byToken={byToken} {...loaded.data} />;
}

export interface LabelPageProps extends WorkspaceProps {
  readonly about: Corpus;
  readonly pages: readonly StoredPage[];
  readonly labels: PageLabels;
  readonly labelSet: LabelSet;
  /** Earlier edits that `labels` may not include yet. */
  readonly unsaved: readonly Edit[];
}

/** Milliseconds after a page is finished in which the next one, not visible yet, cannot be finished. */
const UNSEEN_MS = 400;
let finishedAt = Number.NEGATIVE_INFINITY;

const NO_CONTENT = [
  'Does this page have no content?',
  'No part of it is labelled as content. Methods will learn that nothing on it is content.',
  'Done, no content',
  'primary',
] as const;

function hasContent({ history, labelSet }: Session): boolean {
  return [...history.labels.values()].some(({ label }) => label !== labelSet.rest);
}

const PANELS = [
  { value: 'labels', title: 'Labels' },
  { value: 'tree', title: 'Tree' },
  { value: 'suggestions', title: 'Suggestions' },
  { value: 'properties', title: 'Properties' },
] as const;

function LabelPage(props: LabelPageProps) {
  const { corpus, page, annotator, pages, labels, labelSet } = props;
  const [isDone, setIsDone] = useState(labels.done);
  const [hasAssets, setHasAssets] = useState(false);
  const [view, setView] = useState<PageDocument>();
  const [panel, setPanel] = useState<(typeof PANELS)[number]['value']>('labels');
  const marks = useMemo(() => marksOf(labelSet.labels), [labelSet]);
  const store = useSession({ page, annotator, labels, unsaved: props.unsaved, labelSet });
  const { session, act } = store;
  const latest = useRef(store);
  latest.current = store;
  const finder = useRef<HTMLInputElement>(null);
  const stage = useRef<HTMLDivElement>(null);

  const { at, goTo, next } = pageOrder(props);
  const setDone = (done: boolean) => {
    saveEdits(page, annotator, [], done);
    setIsDone(done);
  };
  const isFinishing = useRef(false);
  const finish = async () => {
    const { session: now } = latest.current;
    // A repeated key press must not finish the next page before it is visible.
    const isUnseen = now === undefined || performance.now() - finishedAt < UNSEEN_MS;
    if (isUnseen || isFinishing.current) return;
    isFinishing.current = true;
    const isSure = hasContent(now) || (await confirmed(...NO_CONTENT));
    isFinishing.current = false;
    if (!isSure) return;
    finishedAt = performance.now();
    setDone(true);
    if (next) return goTo(next);
    toast('All pages of this corpus are done.');
    go(hrefTo('annotate', [corpus]));
  };
  const focusPage = () => stage.current?.focus({ preventScroll: true });

  useShortcuts('Labels', labelShortcuts(session, act));
  useShortcuts(
    'Labelling',
    workspaceKeys({
      act: action => latest.current.act(action),
      session: () => latest.current.session,
      findLabel: () => {
        setPanel('labels');
        // On narrow screens the panel must be rendered before it can get the focus.
        setTimeout(() => finder.current?.focus());
      },
      done: finish,
      goNext: () => goTo(pages[at + 1]),
      goPrevious: () => goTo(pages[at - 1]),
      focusPage,
    }),
  );

  usePageMarks(view, session, marks);
  const coverage = session ? viewOf(session).coverage : undefined;

  return (
    <div class="fill workspace" data-panel={panel}>
      <Toolbar
        {...props}
        isDone={isDone}
        coverage={coverage}
        session={session}
        act={act}
        onDone={finish}
        onReopen={() => setDone(false)}
        position={at}
        onGo={step => goTo(pages[at + step])}
        hasAssets={hasAssets}
        onAssets={() => setHasAssets(!hasAssets)}
      />
      <p class="unseen" role="status" aria-live="polite">
        {store.message}
      </p>
      <div class="workspace-panels" data-panel={panel}>
        <TreePanel session={session} act={act} marks={marks} />
        <Stage
          page={page}
          hasAssets={hasAssets}
          store={store}
          view={view}
          picksLeaves={labelSet.name === 'leaves'}
          stage={stage}
          onView={setView}
        />
        <div class="column side">
          <div class="panel-choice">
            <Segments label="Panel" value={panel} choices={PANELS} onValue={setPanel} />
          </div>
          <LabelPalette
            labelSet={labelSet}
            session={session}
            marks={marks}
            act={act}
            finder={finder}
            onLeave={focusPage}
          />
          <SuggestionPanel
            page={page}
            labelSet={labelSet.name}
            session={session}
            marks={marks}
            act={act}
            onSuggestions={suggestions => latest.current.act(setSuggestions(suggestions))}
          />
          <PropertiesPanel session={session} marks={marks} />
        </div>
      </div>
    </div>
  );
}

interface StageProps {
  readonly page: string;
  readonly hasAssets: boolean;
  readonly store: SessionStore;
  readonly view: PageDocument | undefined;
  /** True if a click picks a leaf, and a click with Alt the block around it; false for the reverse. */
  readonly picksLeaves: boolean;
  readonly stage: RefObject<HTMLDivElement | null>;
  onView(view: PageDocument): void;
}

function Stage({ page, hasAssets, store, view, picksLeaves, stage, onView }: StageProps) {
  const { session, act } = store;
  const indexOf = (node: number, event: MouseEvent) =>
    session && pickedIndex(session.outline, node, picksLeaves !== event.altKey);
  return (
    <div
      class="stage"
      ref={stage}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the page takes the keys that walk through it
      tabIndex={0}
      role="application"
      aria-label="Page: arrow keys move the selection, letters apply labels"
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

function removeTabStops(document: Document): void {
  for (const element of document.querySelectorAll(
    'a[href],button,input,select,textarea,summary,[tabindex]',
  )) {
    element.setAttribute('tabindex', '-1');
  }
}

interface SessionStore {
  readonly session: Session | undefined;
  readonly message: string;
  begin(page: PageDocument): void;
  /** Runs an action; the state changes synchronously, before the next key press. */
  act(action: Action): void;
}

interface SessionInput {
  readonly page: string;
  readonly annotator: string;
  readonly labels: PageLabels;
  readonly unsaved: readonly Edit[];
  readonly labelSet: LabelSet;
}

function useSession({ page, annotator, labels, unsaved, labelSet }: SessionInput): SessionStore {
  const current = useRef<Session | undefined>(undefined);
  const shown = useRef<Document | undefined>(undefined);
  const [message, setMessage] = useState('');
  const [, redraw] = useState(0);
  return {
    session: current.current,
    message,
    begin(view) {
      shown.current = view.document;
      const outline = outlineOf(view.document.documentElement, isRendered);
      const kept = withEdits(labelMapOf(labels.labels), unsaved);
      const before = current.current;
      const begun = beginSession(outline, kept, labelSet);
      // Reloading the frame creates new elements; keep history and suggestions.
      current.current = before
        ? { ...begun, history: before.history, suggestions: before.suggestions }
        : begun;
      redraw(count => count + 1);
    },
    act(action) {
      if (!current.current) return;
      const hadText = current.current.ranges.length > 0;
      const outcome = action(current.current);
      // Clear the selection after labelling, or the next label would apply to it too.
      if (hadText && outcome.session.ranges.length === 0) shown.current?.getSelection()?.removeAllRanges();
      current.current = outcome.session;
      if (outcome.edits && outcome.edits.length > 0) saveEdits(page, annotator, outcome.edits);
      if (outcome.message !== undefined) setMessage(outcome.message);
      redraw(count => count + 1);
    },
  };
}

function isRendered(element: Element): boolean {
  return element.checkVisibility?.() ?? true;
}
