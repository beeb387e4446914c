import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Decision, ExtractResult } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { storedState, storeState } from '../../client/state.js';
import { History } from '../../page/History.js';
import { DEFAULT_CHOICE, isArticleMethod, methodChoices, sourceOf } from '../../page/methods.js';
import { PageInput } from '../../page/PageInput.js';
import {
  extractView,
  lastView,
  type OpenedPage,
  openAddress,
  openPage,
  setLastView,
} from '../../page/views.js';
import type { ScreenProps } from '../../shell/route.js';
import { go, hrefTo } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { ProblemNotice, Waiting } from '../../ui/messages.js';
import { CorrectionsBar, useCorrections } from '../reader/corrections.js';
import { differences } from './blocks.js';
import { type InspectorOptions, Toolbar } from './Toolbar.js';
import { Workbench } from './Workbench.js';
import './inspector.css';

export default function Inspector({ route }: ScreenProps) {
  const page = route.query.get('page');
  const url = route.query.get('url');
  const view = route.query.get('view') ?? (page === null && url === null ? lastView() : undefined);
  if (view !== undefined) return <Inspected key={view} view={view} route={route} />;
  if (page !== null) return <Opening open={() => openPage({ page })} route={route} />;
  if (url !== null && url !== '')
    return <Opening key={url} open={async () => (await openAddress(url)).view} route={route} />;
  return <Welcome />;
}

function Welcome() {
  return (
    <div class="page stack welcome">
      <h1>See why</h1>
      <p class="lead">
        Shows the page with kept parts tinted and dropped parts hatched, each with the reason.
      </p>
      <PageInput action="Inspect" onOpened={showPage} />
      <History screen="inspect" />
    </div>
  );
}

const showPage = (page: OpenedPage) => go(hrefTo('inspect', [], { ...page }));

/** Opens a page of a corpus or an address, then shows it like any other page. */
function Opening({ open, route }: { open: () => Promise<string> } & ScreenProps) {
  const opened = useLoaded(open, []);
  useEffect(() => {
    if (opened.data === undefined) return;
    const { page: _, url: __, ...query } = Object.fromEntries(route.query);
    go(hrefTo('inspect', [], { ...query, view: opened.data }), { replace: true });
  }, [opened.data]);
  if (opened.problem)
    return (
      <div class="page stack">
        <ProblemNotice error={opened.problem} />
        <PageInput action="Inspect" initial={route.query.get('url') ?? ''} onOpened={showPage} />
      </div>
    );
  return <Waiting label="Analysing the page" />;
}

const DEFAULT_CHOICES = [DEFAULT_CHOICE];
const DEFAULTS = { hidesFixed: true, paint: 'decisions' as InspectorOptions['paint'] };

function Inspected({ view, route }: { view: string } & ScreenProps) {
  const [options, setOptions] = useState<InspectorOptions>(() => ({
    ...storedState('inspector', DEFAULTS),
    method: route.query.get('method') ?? 'default',
    other: route.query.get('with') ?? '',
    ...(route.query.get('paint') === 'heat' ? { paint: 'heat' as const } : {}),
    assets: false,
    lean: 0,
  }));
  const { method, other, paint, lean, hidesFixed } = options;
  const corrections = useCorrections(view);
  const [place, setPlace] = useState<number>();
  const chosen = method === 'default' ? undefined : method;
  const requested = { ...(chosen && sourceOf(chosen)), corrections: corrections.requested };
  useEffect(() => {
    storeState('inspector', { hidesFixed, paint });
    setLastView(view);
    const shownMethods = { method: chosen, with: other || undefined };
    go(hrefTo('inspect', [], { view, ...shownMethods, paint: paint === 'heat' ? paint : undefined }), {
      replace: true,
    });
  }, [view, method, other, paint, hidesFixed]);
  const read = hrefTo('read', [], { view, method: chosen, at: place?.toString() });
  useShortcuts('Page', [{ keys: 'r', title: 'Read this page', run: () => go(read) }]);

  const { data: choices = DEFAULT_CHOICES } = useLoaded(methodChoices, []);
  const one = useLoaded(
    signal => extractView(view, { ...requested, explain: true }, signal),
    [view, method, corrections.requested],
  );
  if (one.data !== undefined && corrections.requested === undefined) corrections.setStored(one.data);
  const leaning = useLoaded(
    async signal =>
      lean === 0 ? undefined : await extractView(view, { ...requested, lean, explain: 'brief' }, signal),
    [view, method, corrections.requested, lean],
  );
  const two = useLoaded(
    async signal =>
      other === '' ? undefined : await extractView(view, { ...sourceOf(other), explain: true }, signal),
    [view, other],
  );
  const problem = one.problem ?? two.problem;
  const others = other === '' ? undefined : two.data?.decisions;
  const given = one.data?.decisions;
  const leant = lean === 0 ? undefined : leaning.data?.decisions;
  const decisions = useMemo(() => given && applyLean(given, leant), [given, leant]);
  const moved = useMemo(() => differences(given ?? [], leant), [given, leant]);
  const title = one.data?.article.title;
  useEffect(() => {
    if (title) document.title = `Why: ${title} – Pith`;
  }, [title]);
  const nameOf = ({ modelName, method: used }: ExtractResult) =>
    modelName ?? choices.find(({ value }) => value === used)?.title ?? used;
  const toggleBlock = ({ kept, textFirst }: Decision) =>
    kept ? corrections.takeOut([textFirst]) : corrections.takeIn([textFirst]);
  return (
    <>
      <div class="spread inspector-head">
        <h1>{title ?? 'Inspector'}</h1>
        <span class="row">
          <a class="button" href={read} title="(r)">
            Read
          </a>
          <a class="button quiet" href={hrefTo('inspect', [], { url: '' })}>
            Another page
          </a>
        </span>
      </div>
      <Toolbar
        choices={choices}
        options={options}
        onOptions={setOptions}
        moved={describeMoved(moved, leant, lean)}
      />
      {problem !== undefined && <ProblemNotice error={problem} />}
      {problem?.status === 404 && (
        <div class="page">
          <PageInput action="Inspect" onOpened={showPage} />
        </div>
      )}
      {one.data === undefined && one.loading && <Waiting label="Analysing the page" />}
      {decisions !== undefined && (
        <Workbench
          view={view}
          options={options}
          onOptions={setOptions}
          decisions={decisions}
          labels={one.data?.labels}
          fields={one.data?.facts}
          others={others}
          page={one.data?.page}
          notes={one.data?.notes}
          names={others && [nameOf(one.data!), nameOf(two.data!)]}
          moved={moved}
          startAt={numberOf(route.query.get('at'))}
          onPosition={setPlace}
          onToggle={isArticleMethod(one.data?.method ?? '') ? toggleBlock : undefined}
        />
      )}
      <div class="inspector-corrections">
        <CorrectionsBar view={view} site={undefined} corrections={corrections} onRules={one.reload} />
      </div>
    </>
  );
}

/** Replaces outcome and threshold with those of the extraction with `lean`; the evidence is the same. */
function applyLean(given: readonly Decision[], leant: readonly Decision[] | undefined): readonly Decision[] {
  if (leant === undefined || leant.length !== given.length) return given;
  return given.map((decision, block) => {
    const { kept, stage, reason, cut } = leant[block]!;
    const { account } = decision;
    const same = kept === decision.kept && stage === decision.stage;
    const moved = { ...decision, kept, stage, reason, summary: same ? decision.summary : undefined };
    if (cut === undefined || account === undefined) return moved;
    return { ...moved, cut, account: { ...account, cut: Math.log(cut / (1 - cut)) } };
  });
}

function describeMoved(
  moved: ReadonlySet<number>,
  leant: readonly Decision[] | undefined,
  lean: number,
): string {
  if (lean === 0) return 'Balanced';
  if (leant === undefined) return 'Updating…';
  const come = [...moved].filter(block => leant[block]?.kept).length;
  return `${come} added, ${moved.size - come} removed`;
}

const numberOf = (text: string | null) => (text === null || text === '' ? undefined : Number(text));
