import { useState } from 'preact/hooks';
import type { SaveState } from '../../annotation/saving.js';
import { counted } from '../../annotation/session.js';
import { setAnnotatorName } from '../../client/session.js';
import { hrefTo } from '../../shell/route.js';
import { Button, TextField } from '../../ui/controls.js';
import { Dialog } from '../../ui/Dialog.js';
import { sendNow, useSavingStatus } from './save-queues.js';

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

/** The annotator's name, and a dialog to change it unless it comes from a token. */
export function AnnotatorName({ annotator, byToken }: { annotator: string; byToken: boolean }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(annotator);
  if (byToken) return <span class="ellipsis annotator-name">as {annotator}</span>;
  const isFit = /^[\w.@-]{1,64}$/.test(name.trim());
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isFit) return;
    setAnnotatorName(name);
    setOpen(false);
  };
  return (
    <>
      <Button
        kind="quiet"
        class="ellipsis annotator-name"
        onClick={() => {
          setName(annotator);
          setOpen(true);
        }}
      >
        <span class="unseen">Annotator: </span>as {annotator}
      </Button>
      <Dialog title="Annotator name" open={open} onClose={() => setOpen(false)}>
        <form class="stack" onSubmit={submit}>
          <TextField
            label="Name"
            hint="Your labels are saved under this name, separate from those of others. Use letters, digits and . _ @ -"
            value={name}
            onValue={setName}
          />
          <div class="row end">
            <Button kind="primary" type="submit" disabled={!isFit}>
              Use this name
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

const STATE_TITLES: Record<SaveState, string> = {
  saved: 'Saved',
  saving: 'Saving',
  waiting: 'Not saved yet',
  refused: 'Not saved',
};

/** Saving state; announced to screen readers when it changes. */
export function SaveBadge() {
  const { state, unsent, reason } = useSavingStatus();
  const isStuck = state === 'waiting' || state === 'refused';
  return (
    <span class={`save-badge ${state}`}>
      <span role="status">
        <span class="save-dot" aria-hidden="true" /> {STATE_TITLES[state]}
        {isStuck && `: ${counted(unsent, 'change')}. ${reason ?? ''}`}
      </span>
      {isStuck && (
        <button type="button" class="button quiet small" onClick={sendNow}>
          Retry now
        </button>
      )}
    </span>
  );
}
