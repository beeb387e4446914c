import { useState } from 'preact/hooks';
import { useLoaded } from '../../client/load.js';
import { listViews, type PageView, removeView } from '../../client/views.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/Button.js';
import { confirmed } from '../../ui/confirm.js';
import { toast } from '../../ui/toast.js';

const FEW = 6;

/** Pages that one read, the latest first. */
export function History() {
  const views = useLoaded(signal => listViews({ limit: 200 }, signal), []);
  const [all, setAll] = useState(false);
  const list = views.data ?? [];
  if (list.length === 0) return null;
  const forget = async (page?: PageView) => {
    const what = page === undefined ? `${list.length} pages that you read` : `“${nameOf(page)}”`;
    const isSure = await confirmed({
      title: page === undefined ? 'Forget all pages?' : 'Forget this page?',
      detail: `${what}, and what you corrected there. Reports stay.`,
      action: page === undefined ? 'Forget all' : 'Forget page',
      isDangerous: true,
    });
    if (isSure) removeView(page?.view).then(views.reload, toast);
  };
  return (
    <section class="history" aria-labelledby="history-title">
      <div class="spread">
        <h2 id="history-title">Read lately</h2>
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

/** The address of a page that was read: its own where it has one, so that it can be shared. */
function hrefOfView({ view, url }: Pick<PageView, 'view' | 'url'>): string {
  return url !== undefined && /^https?:/.test(url)
    ? hrefTo('read', [], { url })
    : hrefTo('read', [], { view });
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

/** A moment as one would say it. */
export function formatAge(iso: string, now = Date.now()): string {
  const minutes = Math.round((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  return new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' });
}

/** A bookmark that reads the page one is on; to be dragged, since it does nothing here. */
export function Bookmarklet() {
  const code = `javascript:location.href='${location.origin}/#/read?url='+encodeURIComponent(location.href)`;
  return (
    <p class="hint bookmarklet">
      Drag{' '}
      <a
        href={code}
        class="button"
        onClick={event => {
          event.preventDefault();
          toast('Drag it to the bar of bookmarks, and click it there on any page.');
        }}
      >
        Read with Pith
      </a>{' '}
      to your bookmarks: on any page, it opens that page here.
    </p>
  );
}
