import { sessionDialog } from '../../client/session.js';
import { hrefTo } from '../../shell/route.js';
import { Button } from '../../ui/controls.js';
import { counted } from '../../ui/words.js';
import { saveAll, useSaveStatus } from './saving.js';

export interface AnnotatorProps {
  readonly annotator: string;
  /** True if the name comes from a token and cannot be changed here. */
  readonly byToken: boolean;
}

export function Crumbs({ corpus, title }: { corpus?: string; title?: string | undefined }) {
  return (
    <nav aria-label="Breadcrumbs" class="crumbs">
      <a href={hrefTo('annotate')}>Corpora</a>
      {corpus !== undefined && (
        <>
          <span aria-hidden="true">/</span>
          <a class="ellipsis" href={hrefTo('annotate', [corpus])}>
            {title || corpus}
          </a>
        </>
      )}
    </nav>
  );
}

export function AnnotatorName({ annotator, byToken }: AnnotatorProps) {
  if (byToken) return <span class="ellipsis annotator-name">as {annotator}</span>;
  return (
    <Button kind="quiet" class="ellipsis annotator-name" onClick={() => sessionDialog.set(true)}>
      <span class="unseen">Annotator: </span>as {annotator}
    </Button>
  );
}

const STATE_TITLES = { saved: 'Saved', saving: 'Saving', failed: 'Not saved' } as const;

export function SaveBadge() {
  const { state, unsaved, reason } = useSaveStatus();
  return (
    <span class={`save-badge ${state}`}>
      <span role="status">
        <span class="save-dot" aria-hidden="true" /> {STATE_TITLES[state]}
        {state === 'failed' && `: ${counted(unsaved, 'change')}. ${reason}`}
      </span>
      {state === 'failed' && (
        <button type="button" class="button quiet small" onClick={saveAll}>
          Retry
        </button>
      )}
    </span>
  );
}
