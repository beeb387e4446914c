import { useEffect, useState } from 'preact/hooks';
import { listViews, type PageView, removeView } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { useStoredState } from '../../client/state.js';
import { PageInput } from '../../page/PageInput.js';
import { clearExtractCache, extractView, openPage, setLastView } from '../../page/views.js';
import { go, hrefTo } from '../../shell/route.js';
import { SCREENS, type ScreenProps } from '../../shell/screens.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { Button } from '../../ui/controls.js';
import { confirmed } from '../../ui/Dialog.js';
import { ProblemNotice, toast, Waiting } from '../../ui/messages.js';
import { useCorrections } from './corrections.js';
import { DEFAULT_OPTIONS, extractOptionsFrom } from './Options.js';
import { Result } from './Result.js';
import './reader.css';

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

/** Opens a page by its URL if the server fetched it, else by its view. */
function showPage(view: string, url?: string): void {
  if (url === undefined) go(hrefTo('read', [], { view }));
  else {
    fetchedViews.set(url, view);
    go(hrefTo('read', [], { url }));
  }
}

/** Views of the pages fetched in this window, by URL. */
const fetchedViews = new Map<string, string>();

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
  /** Time of the stored copy, if the page was not fetched now. */
  readonly since?: string | undefined;
}

/** A page by its URL: the stored copy if there is one, else fetched. */
function PageByUrl({ url, startAt }: { url: string; startAt: number | undefined }) {
  const [fetches, setFetches] = useState(0);
  const found = useLoaded(async (): Promise<Found> => {
    const known = fetches === 0 ? fetchedViews.get(url) : undefined;
    if (known !== undefined) return { view: known };
    const [stored] = fetches === 0 ? await listViews({ url, limit: 1 }) : [];
    if (stored !== undefined) return { view: stored.view, since: stored.created };
    const view = await openPage({ url });
    fetchedViews.set(url, view);
    return { view };
  }, [url, fetches]);
  if (found.data !== undefined && !found.loading) {
    const { view, since } = found.data;
    const fetchAgain = () => setFetches(fetches + 1);
    return <ViewedPage key={view} view={view} since={since} onFetch={fetchAgain} startAt={startAt} />;
  }
  return (
    <div class="page stack">
      <h1 class="unseen">Reader</h1>
      {found.problem ? (
        <>
          <ProblemNotice error={found.problem} />
          <PageInput action="Read" onOpened={showPage} />
        </>
      ) : (
        <Waiting label={`Fetching ${url}`} />
      )}
    </div>
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
  useShortcuts('Page', [{ keys: 'i', title: 'Inspect this page', run: () => go(inspect) }]);
  return (
    <div class="page">
      <p class="another row">
        <a href={hrefTo('read')}>← Another page</a>
        {since !== undefined && onFetch !== undefined && (
          <span class="soft small">
            Stored {formatAge(since)}.{' '}
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
  return (
    <div class="stack">
      <ProblemNotice error={problem} />
      {problem.status === 404 && <PageInput action="Read" onOpened={showPage} />}
    </div>
  );
}

const FEW = 6;

function History() {
  const views = useLoaded(signal => listViews({ limit: 200 }, signal), []);
  const [all, setAll] = useState(false);
  const list = views.data ?? [];
  if (list.length === 0) return null;
  const forget = async (page?: PageView) => {
    const what = page === undefined ? `${list.length} pages that you read` : `“${nameOf(page)}”`;
    const isSure = await confirmed(
      page === undefined ? 'Forget all pages?' : 'Forget this page?',
      `This removes ${what} and your corrections. Reports are kept.`,
      page === undefined ? 'Forget all' : 'Forget page',
    );
    if (isSure) removeView(page?.view).then(views.reload, toast);
  };
  return (
    <section class="history" aria-labelledby="history-title">
      <div class="spread">
        <h2 id="history-title">Recent pages</h2>
        <span class="row">
          {list.length > FEW && (
            <Button kind="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
              {all ? 'Fewer' : `All ${list.length}`}
            </Button>
          )}
          <Button kind="quiet" onClick={() => forget()}>
            Forget all
          </Button>
        </span>
      </div>
      <ul>
        {(all ? list : list.slice(0, FEW)).map(page => (
          <li key={page.view}>
            <a href={hrefOfView(page)}>{nameOf(page)}</a>
            <span class="soft small">
              {page.url === undefined ? 'pasted' : hostOf(page.url)}, {formatAge(page.opened)}
              {page.corrections !== undefined && ', corrected'}
            </span>
            <button
              type="button"
              class="button quiet"
              aria-label={`Forget ${nameOf(page)}`}
              onClick={() => forget(page)}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const nameOf = ({ title, url }: PageView) => title ?? url ?? 'Page without a title';

/** Links to the URL of the page if it has one, so that the link can be shared. */
function hrefOfView({ view, url }: Pick<PageView, 'view' | 'url'>): string {
  return url !== undefined && /^https?:/.test(url)
    ? hrefTo('read', [], { url })
    : hrefTo('read', [], { view });
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

function formatAge(iso: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** A bookmark to drag to the bookmarks bar; it opens the current page in the reader. */
function Bookmarklet() {
  const code = `javascript:location.href='${location.origin}/#/read?url='+encodeURIComponent(location.href)`;
  return (
    <p class="hint bookmarklet">
      Drag{' '}
      <a
        href={code}
        class="button"
        onClick={event => {
          event.preventDefault();
          toast('Drag this to your bookmarks bar, then click it on any page.');
        }}
      >
        Read with Pith
      </a>{' '}
      to your bookmarks bar. It opens the current page here.
    </p>
  );
}
