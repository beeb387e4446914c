import { useState } from 'preact/hooks';
import { type PageView, server } from '../client/api.js';
import { useLoaded } from '../client/load.js';
import { hrefTo } from '../shell/route.js';
import { Button } from '../ui/controls.js';
import { confirmed } from '../ui/Dialog.js';
import { toast } from '../ui/messages.js';
import { counted, formatAge } from '../ui/words.js';
import './history.css';

const FEW = 6;

export function History({ screen }: { screen: 'read' | 'inspect' }) {
  const views = useLoaded(signal => server.views({ limit: 500 }, signal), []);
  const [all, setAll] = useState(false);
  const [search, setSearch] = useState('');
  const list = views.data ?? [];
  if (list.length === 0) return null;
  const words = search.trim().toLowerCase();
  const found = list.filter(({ title = '', url = '' }) => `${title} ${url}`.toLowerCase().includes(words));
  const forget = async (page?: PageView) => {
    const what = page === undefined ? counted(list.length, 'page') : `“${nameOf(page)}”`;
    const isSure = await confirmed(
      page === undefined ? 'Forget all pages?' : 'Forget this page?',
      `This removes ${what} with all versions and your corrections. Reports are kept.`,
      page === undefined ? 'Forget all' : 'Forget page',
    );
    if (isSure) server.removeView(page?.view).then(views.reload, toast);
  };
  return (
    <section class="history" aria-labelledby="history-title">
      <div class="spread">
        <h2 id="history-title" class="minor">
          Recent pages
        </h2>
        <span class="row">
          {list.length > FEW && (
            <>
              <input
                type="search"
                aria-label="Search recent pages"
                placeholder="Search"
                value={search}
                onInput={event => setSearch(event.currentTarget.value)}
              />
              <Button kind="quiet" onClick={() => setAll(!all)} aria-expanded={all}>
                {all ? 'Fewer' : `All ${list.length}`}
              </Button>
            </>
          )}
          <Button kind="quiet" onClick={() => forget()}>
            Forget all
          </Button>
        </span>
      </div>
      {found.length === 0 && <p class="soft">No page matches.</p>}
      <ul class="plain-list column">
        {(all || words !== '' ? found : found.slice(0, FEW)).map(page => (
          <li key={page.view}>
            <a class="ellipsis" href={hrefOf(screen, page)} dir="auto">
              {nameOf(page)}
            </a>
            <span class="soft small">{describe(page)}</span>
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

function describe({ title, url, opened, versions, corrections }: PageView): string {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).host : url;
  const parts = [
    title === undefined && url !== undefined ? '' : (host ?? 'pasted'),
    formatAge(opened),
    versions.length > 1 ? counted(versions.length, 'version') : '',
    corrections === undefined ? '' : 'corrected',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Links to the address of the page if it has one, so that the link can be shared. */
function hrefOf(screen: string, { view, url }: PageView): string {
  return hrefTo(screen, [], url !== undefined && /^https?:/.test(url) ? { url } : { view });
}
