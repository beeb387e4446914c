import { useEffect, useState } from 'preact/hooks';
import { asProblem, request } from '../client/request.js';
import {
  annotatorName,
  type Session,
  sessionDialog,
  setAnnotatorName,
  useAnnotatorName,
} from '../client/session.js';
import { Button, TextField } from '../ui/controls.js';
import { Dialog } from '../ui/Dialog.js';
import { ProblemNotice } from '../ui/messages.js';
import { hrefTo, SCREENS, type Screen } from './route.js';

const THEME_TITLES: Readonly<Record<Theme, string>> = { auto: 'System', light: 'Light', dark: 'Dark' };

export function Navigation({ current, onShowKeys }: { current: Screen; onShowKeys: () => void }) {
  const [theme, setTheme] = useTheme();
  return (
    <header class="bar">
      <a class="brand" href={hrefTo('read')} aria-label="Pith: go to the reader">
        <Mark />
        <span>Pith</span>
      </a>
      <nav aria-label="Screens">
        {SCREENS.map(({ name, title }) => (
          <a key={name} href={hrefTo(name)} aria-current={name === current.name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <div class="bar-end">
        <SessionMenu />
        <label class="theme">
          <span class="unseen">Theme</span>
          <select value={theme} onChange={event => setTheme(event.currentTarget.value as Theme)}>
            {THEMES.map(each => (
              <option key={each} value={each}>
                {THEME_TITLES[each]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button quiet" aria-label="Keyboard shortcuts" onClick={onShowKeys}>
          ?
        </button>
      </div>
    </header>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" class="mark">
      <circle cx="12" cy="12" r="10" class="rind" />
      <circle cx="12" cy="12" r="4.5" class="core" />
    </svg>
  );
}

function SessionMenu() {
  const [session, setSession] = useState<Session>();
  const open = sessionDialog.use();
  const close = () => sessionDialog.set(false);
  const annotator = useAnnotatorName();
  useEffect(() => {
    request<Session>('/v1/session').then(setSession, error => {
      if (asProblem(error).status === 401) setSession({ tokensRequired: true });
    });
  }, []);
  if (session === undefined) return null;
  const name = session.tokensRequired ? session.name : annotator;
  return (
    <>
      <button
        type="button"
        class="ellipsis button quiet session"
        title={name === undefined ? 'Sign in with a token' : 'Your name. Labels are saved under it.'}
        onClick={() => sessionDialog.set(true)}
      >
        {name ?? 'Sign in'}
      </button>
      <Dialog title={session.tokensRequired ? 'Sign in' : 'Your name'} open={open} onClose={close}>
        {open && <SessionForm session={session} onDone={close} />}
      </Dialog>
    </>
  );
}

const TOKEN_FIELD = {
  label: 'Token',
  type: 'password',
  hint: 'Ask the administrator of this server for a token.',
} as const;
const NAME_FIELD = {
  label: 'Name',
  hint: 'Your labels are saved under this name, separate from those of others. Use letters, digits and . _ @ -',
} as const;

function SessionForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const [value, setValue] = useState(session.tokensRequired ? '' : annotatorName());
  const [problem, setProblem] = useState<unknown>();
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      if (session.tokensRequired) {
        await request('/v1/session', { method: 'POST', json: { token: value.trim() } });
        location.reload(); // repeats the requests that were refused
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
      <TextField {...(session.tokensRequired ? TOKEN_FIELD : NAME_FIELD)} value={value} onValue={setValue} />
      <div class="row end">
        {session.tokensRequired && session.name !== undefined && <Button onClick={leave}>Sign out</Button>}
        <Button kind="primary" type="submit" disabled={value.trim() === ''}>
          {session.tokensRequired ? 'Sign in' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const STORED_AS = 'pith-theme';

export function storedTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  return THEMES.find(theme => theme === stored) ?? 'auto';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => {
    applyTheme(theme);
    localStorage.setItem(STORED_AS, theme);
  }, [theme]);
  return [theme, setTheme];
}
