import { useEffect, useState } from 'preact/hooks';
import type { PageView } from '../../client/api.js';
import { useLoaded } from '../../client/load.js';
import { useStoredState } from '../../client/state.js';
import { History } from '../../page/History.js';
import { givesArticles, sourceOf } from '../../page/methods.js';
import { PageInput } from '../../page/PageInput.js';
import {
  clearExtractCache,
  extractView,
  type OpenedPage,
  openAddress,
  openPage,
  setLastView,
} from '../../page/views.js';
import type { ScreenProps } from '../../shell/route.js';
import { go, hrefTo } from '../../shell/route.js';
import { useShortcuts } from '../../shell/shortcuts.js';
import { ProblemNotice, toast, Waiting } from '../../ui/messages.js';
import { formatAge } from '../../ui/words.js';
import { useCorrections } from './corrections.js';
import { DEFAULT_OPTIONS, extractOptionsFrom } from './Options.js';
import { Result } from './Result.js';
import './reader.css';

export default function Reader({ route }: ScreenProps) {
  const view = route.query.get('view') ?? undefined;
  const url = route.query.get('url') ?? undefined;
  const at = Number(route.query.get('at') ?? Number.NaN);
  useShortcuts('Reader', [{ keys: 'n', title: 'Another page', run: () => go(hrefTo('read')) }]);
  const chosen = { startAt: Number.isNaN(at) ? undefined : at, route };
  if (view !== undefined) return <ViewedPage key={view} page={{ view }} {...chosen} />;
  if (url !== undefined) return <PageByUrl key={url} url={url} {...chosen} />;
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
        Pith shows only the content of a web page: the article, its comments, the posts of a discussion, the
        items of a list.
      </p>
      <PageInput action="Read" onOpened={showPage} />
      <History screen="read" />
      <Bookmarklet />
    </div>
  );
}

const showPage = (page: OpenedPage) => go(hrefTo('read', [], { ...page }));

function PageByUrl({ url, ...chosen }: { url: string } & Chosen) {
  const [fetches, setFetches] = useState(0);
  const found = useLoaded(() => openAddress(url, fetches > 0), [url, fetches]);
  const fetchAgain = () => setFetches(fetches + 1);
  if (found.data !== undefined && !found.loading)
    return <ViewedPage key={found.data.view} page={found.data} onFetch={fetchAgain} {...chosen} />;
  return (
    <div class="page stack">
      <h1 class="unseen">Reader</h1>
      {found.problem ? (
        <>
          <ProblemNotice error={found.problem} />
          <PageInput
            action="Read"
            initial={url}
            onOpened={page => ('url' in page && page.url === url ? fetchAgain() : showPage(page))}
          />
        </>
      ) : (
        <Waiting label={`Fetching ${url}`} />
      )}
    </div>
  );
}

interface Chosen extends ScreenProps {
  readonly startAt: number | undefined;
}

interface ViewedPageProps extends Chosen {
  readonly page: { readonly view: string } | PageView;
  readonly onFetch?: () => void;
}

function ViewedPage({ page, onFetch, startAt, route }: ViewedPageProps) {
  const { view } = page;
  const method = route.query.get('method') ?? undefined;
  const [options, setOptions] = useStoredState('reader', DEFAULT_OPTIONS);
  const corrections = useCorrections(view);
  const [place, setPlace] = useState<number>();
  const [isRendering, setIsRendering] = useState(false);
  const extractOptions = extractOptionsFrom(options, corrections.requested);
  const { data, problem, loading, reload } = useLoaded(
    async signal => {
      const isWhole = method === undefined || (await givesArticles(method));
      const own = { ...(method && sourceOf(method)), ...(isWhole ? {} : { outputs: ['text' as const] }) };
      return await extractView(view, { ...extractOptions, ...own }, signal);
    },
    [view, method, JSON.stringify(extractOptions)],
  );
  if (data !== undefined && corrections.requested === undefined) corrections.setStored(data);
  useEffect(() => setLastView(view), [view]);
  const title = data?.article.title;
  useEffect(() => {
    if (title) document.title = `${title} – Pith`;
  }, [title]);
  const inspect = hrefTo('inspect', [], { view, method, at: place?.toString() });
  useShortcuts('Page', [{ keys: 'i', title: 'Inspect this page', run: () => go(inspect) }]);
  const render = () => {
    setIsRendering(true);
    openPage({ view }, true)
      .then(rendered => go(hrefTo('read', [], { view: rendered }), { replace: true }), toast)
      .finally(() => setIsRendering(false));
  };
  return (
    <div class="page">
      <div class="another row">
        <a href={hrefTo('read')}>← Another page</a>
        {onFetch !== undefined && 'versions' in page && <Versions page={page} onFetch={onFetch} />}
      </div>
      {data === undefined && <h1 class="unseen">Reader</h1>}
      {problem !== undefined && <Failed problem={problem} />}
      {data === undefined && loading && <Waiting label="Reading the page" />}
      {data !== undefined && (
        <Result
          view={view}
          method={method}
          result={data}
          options={options}
          onOptions={setOptions}
          isStale={loading}
          corrections={corrections}
          inspect={inspect}
          startAt={startAt}
          onPosition={setPlace}
          onRender={isRendering ? undefined : render}
          onRules={() => {
            clearExtractCache();
            reload();
          }}
        />
      )}
    </div>
  );
}

function Versions({ page: { view, created, versions }, onFetch }: { page: PageView; onFetch: () => void }) {
  return (
    <span class="soft small">
      {versions.length > 1 ? (
        <select
          aria-label="Version"
          value={view}
          onChange={event => showPage({ view: event.currentTarget.value })}
        >
          {versions.map(version => (
            <option key={version.view} value={version.view}>
              Stored {formatAge(version.created)}
            </option>
          ))}
        </select>
      ) : (
        `Stored ${formatAge(created)}.`
      )}{' '}
      <button type="button" class="link" onClick={onFetch}>
        Fetch it again
      </button>
    </span>
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
