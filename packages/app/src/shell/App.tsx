import { useEffect, useRef, useState } from 'preact/hooks';
import { useServerUnreachable } from '../client/connection.js';
import { Confirmation } from '../ui/confirm.js';
import { StillWaiting } from '../ui/StillWaiting.js';
import { Toasts } from '../ui/toast.js';
import { LoadedScreen } from './LoadedScreen.js';
import { Navigation } from './Navigation.js';
import { go, hrefTo, useRoute } from './route.js';
import { ShortcutsDialog } from './ShortcutsDialog.js';
import { SCREENS, screenOf } from './screens.js';
import { handleShortcut, useShortcuts } from './shortcuts.js';

/** The whole app: navigation on top, one screen below. */
export function App() {
  const route = useRoute();
  const screen = screenOf(route);
  const [showsKeys, setShowsKeys] = useState(false);
  const main = useRef<HTMLElement>(null);
  const arrived = useRef(false);
  const isUnreachable = useServerUnreachable();

  useEffect(() => {
    addEventListener('keydown', handleShortcut);
    return () => removeEventListener('keydown', handleShortcut);
  }, []);
  useEffect(() => {
    document.title = `${screen.title} – Pith`;
    // Screen readers begin at the new screen, except on arrival, where they begin at the top.
    if (arrived.current) main.current?.focus();
    arrived.current = true;
  }, [screen]);
  useShortcuts('Everywhere', [
    { keys: '?', title: 'List the keys', run: () => setShowsKeys(true) },
    ...SCREENS.map(({ name, title, key }) => ({
      keys: `g ${key}`,
      title: `Go to ${title}`,
      run: () => go(hrefTo(name)),
    })),
  ]);

  return (
    <>
      <button type="button" class="skip-link" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Navigation current={screen} onListKeys={() => setShowsKeys(true)} />
      {isUnreachable && (
        <div class="server-gone" role="alert">
          The server cannot be reached. What is shown may be old; it is tried again every few seconds.
        </div>
      )}
      <main id="main" tabIndex={-1} ref={main} class={`screen screen-${screen.name}`}>
        <LoadedScreen screen={screen} route={route} />
      </main>
      <StillWaiting />
      <Confirmation />
      <ShortcutsDialog open={showsKeys} onClose={() => setShowsKeys(false)} />
      <Toasts />
    </>
  );
}
