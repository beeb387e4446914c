import { useLoaded } from '../../client/load.js';
import { hrefTo } from '../../shell/route.js';
import { ProblemNotice } from '../../ui/Notice.js';
import { Waiting } from '../../ui/Progress.js';
import { LabelPage } from './LabelPage.js';
import { sortPages } from './queue.js';
import { unsentEdits } from './save-queues.js';
import { server } from './server.js';

interface WorkspaceProps {
  readonly corpus: string;
  readonly page: string;
  readonly annotator: string;
  readonly byToken: boolean;
}

/** Loads all that labelling a page needs. */
export function Workspace({ corpus, page, annotator, byToken }: WorkspaceProps) {
  const loaded = useLoaded(async () => {
    // Read before the labels: what is sent in between may be missing in them.
    const unsent = unsentEdits(page, annotator);
    const [about, pages, labels, sets] = await Promise.all([
      server.corpus(corpus),
      server.pages(corpus),
      server.labels(page, annotator),
      server.labelSets(),
    ]);
    return { about, pages: sortPages(corpus, pages), labels, sets, unsent };
  }, [corpus, page, annotator]);
  if (loaded.problem) {
    return (
      <div class="page stack">
        <ProblemNotice error={loaded.problem} />
        <p>
          <a href={hrefTo('annotate', [corpus])}>To the pages of {corpus}</a>
        </p>
      </div>
    );
  }
  if (!loaded.data) return <Waiting label="Loading the page" />;
  return <LabelPage corpus={corpus} page={page} annotator={annotator} byToken={byToken} {...loaded.data} />;
}
