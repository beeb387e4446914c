import { useMemo, useRef, useState } from 'preact/hooks';
import { changeLabelSet, setSuggestions } from '../../annotation/actions.js';
import type { Edit } from '../../annotation/label.js';
import { marksOf } from '../../annotation/marks.js';
import { type LabelSet, type Session, viewOf } from '../../annotation/session.js';
import type { PageDocument } from '../../frame/page-document.js';
import { go, hrefTo } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { confirmed } from '../../ui/confirm.js';
import { Segments } from '../../ui/Segments.js';
import { toast } from '../../ui/toast.js';
import { labelShortcuts, workspaceKeys } from './keys.js';
import { LabelPalette } from './LabelPalette.js';
import { PropertiesPanel } from './PropertiesPanel.js';
import { pageOrder } from './page-order.js';
import { Stage } from './Stage.js';
import { SuggestionPanel } from './SuggestionPanel.js';
import { queueEdits } from './save-queues.js';
import type { Corpus, PageLabels, StoredPage } from './server.js';
import { Toolbar } from './Toolbar.js';
import { TreePanel } from './TreePanel.js';
import { usePageMarks } from './use-page-marks.js';
import { useSession } from './use-session.js';

interface LabelPageProps {
  readonly corpus: string;
  readonly page: string;
  readonly annotator: string;
  readonly byToken: boolean;
  readonly about: Corpus;
  readonly pages: readonly StoredPage[];
  readonly labels: PageLabels;
  readonly sets: readonly LabelSet[];
  /** What was done here earlier and may not be in the labels yet. */
  readonly unsent: readonly Edit[];
}

/** Milliseconds after a page was finished in which nobody can have seen the next one. */
const UNSEEN_MS = 400;
let finishedAt = Number.NEGATIVE_INFINITY;

const NO_CONTENT = {
  title: 'Nothing on this page is content?',
  detail: 'No part of it has a label that says so. Methods learn from such a page that all of it is noise.',
  action: 'Done, it has none',
};

/** Whether a label says more than that something is none of it. */
function hasContent({ history, labelSet }: Session): boolean {
  return [...history.labels.values()].some(({ label }) => label !== labelSet.rest);
}

const PANELS = [
  { value: 'labels', title: 'Labels' },
  { value: 'tree', title: 'Tree' },
  { value: 'suggestions', title: 'Suggestions' },
  { value: 'properties', title: 'Properties' },
] as const;

/** Where a page is labelled: the page in its frame, the tree on one side, labels and what is known on the other. */
export function LabelPage(props: LabelPageProps) {
  const { corpus, page, annotator, pages, labels, sets, about } = props;
  const [labelSet, setLabelSet] = useState(
    () => sets.find(({ name }) => name === about.task) ?? sets[0] ?? { name: 'none', labels: [] },
  );
  const [isDone, setIsDone] = useState(labels.done);
  const [hasAssets, setHasAssets] = useState(false);
  const [view, setView] = useState<PageDocument>();
  const [panel, setPanel] = useState<(typeof PANELS)[number]['value']>('labels');
  const marks = useMemo(() => marksOf(labelSet.labels), [labelSet]);
  const store = useSession({ page, annotator, labels, unsent: props.unsent, labelSet });
  const { session, act } = store;
  const latest = useRef(store);
  latest.current = store;
  const finder = useRef<HTMLInputElement>(null);
  const stage = useRef<HTMLDivElement>(null);

  const { at, goTo, next } = pageOrder(props);
  const setDone = (done: boolean) => {
    queueEdits(page, annotator, [], done);
    setIsDone(done);
  };
  const isFinishing = useRef(false);
  const finish = async () => {
    const { session: now } = latest.current;
    // A key that was meant for the page before must not finish one that nobody has seen.
    const isUnseen = now === undefined || performance.now() - finishedAt < UNSEEN_MS;
    if (isUnseen || isFinishing.current) return;
    isFinishing.current = true;
    const isSure = hasContent(now) || (await confirmed(NO_CONTENT));
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
        // On narrow screens the panel must be there before it can take the keys.
        setTimeout(() => finder.current?.focus());
      },
      done: finish,
      goNext: () => goTo(pages[at + 1]),
      goPrevious: () => goTo(pages[at - 1]),
      focusPage,
    }),
  );

  usePageMarks(view, session, marks);
  const changeSet = (name: string) => {
    const chosen = sets.find(set => set.name === name);
    if (!chosen) return;
    setLabelSet(chosen);
    act(changeLabelSet(chosen));
  };
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
            sets={sets}
            labelSet={labelSet}
            onSet={changeSet}
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
