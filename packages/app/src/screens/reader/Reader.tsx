import { useEffect, useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { asProblem, type RequestProblem } from '../../client/problem.js';
import { useStoredState } from '../../client/stored-state.js';
import { listViews } from '../../client/views.js';
import { clearExtractCache, extractView, lastView, openPage, setLastView } from '../../page/held-view.js';
import { PageInput } from '../../page/PageInput.js';
import { go, hrefTo } from '../../shell/route.js';
import { SCREENS, type ScreenProps } from '../../shell/screens.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { Bookmarklet, formatAge, History } from './History.js';
import { Result } from './Result.js';
import { DEFAULT_OPTIONS, extractOptionsFrom } from './reader-options.js';
import { useCorrections } from './use-corrections.js';
import './reader.css';

/** Gives a page, gets what a person would read there. */
export default function Reader({ route }: ScreenProps) {
  const view = route.query.get('view') ?? undefined;
  const url = route.query.get('url') ?? undefined;
  const at = Number(route.query.get('at') ?? Number.NaN);
  useShortcuts('Reader', [{ keys: 'n', title: 'Another page', run: () => go(hrefTo('read')) }]);
  const startAt = Number.isNaN(at) ? undefined : at;
  if (view !== undefined) return <ViewedPage key={view} view={view} startAt={startAt} />;
  if (url !== undefined) return <PageByUrl key={url} url={url} startAt={startAt} />;
  return <Welcome />;
}

function Welcome() {
  useEffect(() => {
    document.title = 'Read – Pith';
  }, []);
  return (
    <div class="column page welcome">
      <h1>Read a page without the rest</h1>
      <p class="lead">
        Pith takes a web page and gives back what a person would read there: the article, its comments, the
        posts of a discussion, the items of a list.
      </p>
      <PageInput action="Read" onOpened={showPage} />
      <History />
      <Bookmarklet />
      <OtherScreens />
    </div>
  );
}

/** Goes to a page that was just handed over: by its own address where it has one. */
function showPage(view: string, url?: string): void {
  if (url === undefined) go(hrefTo('read', [], { view }));
  else {
    fetchedViews.set(url, view);
    go(hrefTo('read', [], { url }));
  }
}

/** Views of addresses that were fetched in this window. */
const fetchedViews = new Map<string, string>();

/** Where else one can go, each in a sentence. */
function OtherScreens() {
  return (
    <ul class="other-screens">
      {SCREENS.map(
        ({ name, title, about }) =>
          about !== undefined && (
            <li key={name}>
              <a href={hrefTo(name)}>{title}</a>
              <span>{about}</span>
            </li>
          ),
      )}
    </ul>
  );
}

interface Found {
  readonly view: string;
  /** When it was read before, where it was not fetched just now. */
  readonly since?: string | undefined;
}

/** A page by its address: as it was read before, else fetched. */
function PageByUrl({ url, startAt }: { url: string; startAt: number | undefined }) {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<RequestProblem>();
  const fetchNow = () => {
    setFound(undefined);
    setProblem(undefined);
    openPage({ url }).then(
      view => {
        fetchedViews.set(url, view);
        setFound({ view });
      },
      error => setProblem(asProblem(error)),
    );
  };
  useEffect(() => {
    const fresh = fetchedViews.get(url);
    if (fresh !== undefined) return setFound({ view: fresh });
    listViews({ url, limit: 1 }).then(
      ([before]) =>
        before === undefined ? fetchNow() : setFound({ view: before.view, since: before.created }),
      error => setProblem(asProblem(error)),
    );
  }, [url]);
  if (problem !== undefined)
    return (
      <div class="page stack">
        <h1 class="unseen">Reader</h1>
        <ProblemNotice error={problem} />
        <PageInput action="Read" onOpened={showPage} />
      </div>
    );
  if (found === undefined)
    return (
      <div class="page">
        <h1 class="unseen">Reader</h1>
        <Waiting label={`Fetching ${url}`} />
      </div>
    );
  return (
    <ViewedPage key={found.view} view={found.view} since={found.since} onFetch={fetchNow} startAt={startAt} />
  );
}

interface ViewedPageProps extends Found {
  readonly onFetch?: () => void;
  readonly startAt?: number | undefined;
}

function ViewedPage({ view, since, onFetch, startAt }: ViewedPageProps) {
  const [options, setOptions] = useStoredState('reader', DEFAULT_OPTIONS);
  const corrections = useCorrections(view);
  const [place, setPlace] = useState<number>();
  const extractOptions = extractOptionsFrom(options, corrections.requested);
  const { data, problem, loading, reload } = useLoaded(
    signal => extractView(view, extractOptions, signal),
    [view, JSON.stringify(extractOptions)],
  );
  if (data !== undefined && corrections.requested === undefined) corrections.setStored(data);
  useEffect(() => setLastView(view), [view]);
  const title = data?.article.title;
  useEffect(() => {
    if (title) document.title = `${title} – Pith`;
  }, [title]);
  const inspect = hrefTo('inspect', [], { view, at: place?.toString() });
  useShortcuts('Page', [
    {
      keys: 'i',
      title: 'Inspect this page',
      run: () => go(view === undefined ? hrefTo('inspect', [], { view: lastView() }) : inspect),
    },
  ]);
  return (
    <div class="page">
      <p class="another row">
        <a href={hrefTo('read')}>← Another page</a>
        {since !== undefined && onFetch !== undefined && (
          <span class="soft small">
            As it was {formatAge(since)}.{' '}
            <button type="button" class="link" onClick={onFetch}>
              Fetch it again
            </button>
          </span>
        )}
      </p>
      {data === undefined && <h1 class="unseen">Reader</h1>}
      {problem !== undefined && <Failed problem={problem} />}
      {data === undefined && loading && <Waiting label="Reading the page" />}
      {data !== undefined && (
        <Result
          view={view}
          result={data}
          options={options}
          onOptions={setOptions}
          isStale={loading}
          corrections={corrections}
          inspect={inspect}
          startAt={startAt}
          onPosition={setPlace}
          onRules={() => {
            clearExtractCache();
            reload();
          }}
        />
      )}
    </div>
  );
}

function Failed({ problem }: { problem: { status: number } }) {
  if (problem.status !== 404) return <ProblemNotice error={problem} />;
  return (
    <div class="stack">
      <ProblemNotice error={problem} />
      <p>The page is no longer kept. Give it again:</p>
      <PageInput action="Read" onOpened={showPage} />
    </div>
  );
}
