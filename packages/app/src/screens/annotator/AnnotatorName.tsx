import { useState } from 'preact/hooks';
import { setAnnotatorName } from '../../client/annotator.js';
import { Button } from '../../ui/Button.js';
import { Dialog } from '../../ui/Dialog.js';
import { TextField } from '../../ui/Field.js';

/** Under whose name labels are made, and the way to change it where no token says so. */
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
      <Dialog title="Who labels?" open={open} onClose={() => setOpen(false)}>
        <form class="stack" onSubmit={submit}>
          <TextField
            label="Name"
            hint="Labels are kept under it, apart from those of others. Letters, digits and . _ @ -"
            value={name}
            onValue={setName}
          />
          <div class="row end">
            <Button kind="primary" type="submit" disabled={!isFit}>
              Label under this name
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
