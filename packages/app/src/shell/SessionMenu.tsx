import { useEffect, useState } from 'preact/hooks';
import { annotatorName, setAnnotatorName, useAnnotatorName } from '../client/annotator.js';
import { asProblem } from '../client/problem.js';
import { request } from '../client/request.js';
import type { Session } from '../client/session.js';
import { Button } from '../ui/Button.js';
import { Dialog } from '../ui/Dialog.js';
import { TextField } from '../ui/Field.js';
import { ProblemNotice, SIGN_IN } from '../ui/Notice.js';

/** Who one is: on this machine a name for labels, elsewhere the token that was given. */
export function SessionMenu() {
  const [session, setSession] = useState<Session>();
  const [open, setOpen] = useState(false);
  const annotator = useAnnotatorName();
  useEffect(() => {
    request<Session>('/v1/session').then(setSession, error => {
      if (asProblem(error).status === 401) setSession({ tokensRequired: true });
    });
    const offer = () => setOpen(true);
    addEventListener(SIGN_IN, offer);
    return () => removeEventListener(SIGN_IN, offer);
  }, []);
  if (session === undefined) return null;
  const name = session.tokensRequired ? session.name : annotator;
  return (
    <>
      <button
        type="button"
        class="ellipsis button quiet session"
        title={name === undefined ? 'Sign in with a token' : 'Who you are; labels are kept under this name'}
        onClick={() => setOpen(true)}
      >
        {name ?? 'Sign in'}
      </button>
      <Dialog
        title={session.tokensRequired ? 'Sign in' : 'Your name'}
        open={open}
        onClose={() => setOpen(false)}
      >
        {open && <SessionForm session={session} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function SessionForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const [value, setValue] = useState(session.tokensRequired ? '' : annotatorName());
  const [problem, setProblem] = useState<unknown>();
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      if (session.tokensRequired) {
        await request('/v1/session', { method: 'POST', json: { token: value.trim() } });
        location.reload(); // what was refused before is asked for again
      } else setAnnotatorName(value);
      onDone();
    } catch (error) {
      setProblem(error);
    }
  };
  const leave = () => request('/v1/session', { method: 'DELETE' }).then(() => location.reload(), setProblem);
  return (
    <form class="stack" onSubmit={submit}>
      {problem !== undefined && <ProblemNotice error={problem} />}
      {session.tokensRequired ? (
        <TextField
          label="Token"
          type="password"
          hint="An admin makes one with: pith token add NAME --role reader"
          value={value}
          onValue={setValue}
        />
      ) : (
        <TextField label="Name" hint="Your labels are kept under it." value={value} onValue={setValue} />
      )}
      <div class="row end">
        {session.tokensRequired && session.name !== undefined && <Button onClick={leave}>Sign out</Button>}
        <Button kind="primary" type="submit" disabled={value.trim() === ''}>
          {session.tokensRequired ? 'Sign in' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
