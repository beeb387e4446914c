import { go, hrefTo } from '../../shell/route.js';
import { toast } from '../../ui/toast.js';
import type { StoredPage } from './server.js';

/** Where a page stands among those of its corpus, which comes next that is not done, and the way to another. */
export function pageOrder({
  corpus,
  page,
  annotator,
  pages,
}: {
  readonly corpus: string;
  readonly page: string;
  readonly annotator: string;
  readonly pages: readonly StoredPage[];
}) {
  const at = pages.findIndex(({ id }) => id === page);
  const isOpen = (other: StoredPage) => other.id !== page && other.labels[annotator]?.done !== true;
  const next = [...pages.slice(at + 1), ...pages.slice(0, at)].find(isOpen);
  const goTo = (other: StoredPage | undefined) => {
    if (other) go(hrefTo('annotate', [corpus, other.id]));
    else toast('There is no further page.');
  };
  return { at, next, goTo };
}
