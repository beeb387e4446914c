import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useServerUnreachable } from '../client/connection.js';
import { Confirmation } from '../ui/Dialog.js';
import { Notice, StillWaiting, Toasts, Waiting } from '../ui/messages.js';
import { Navigation } from './Navigation.js';
import {
  go,
  hrefTo,
  type Route,
  SCREENS,
  type Screen,
  type ScreenProps,
  screenOf,
  useRoute,
} from './route.js';
import { handleShortcut, ShortcutsDialog, useShortcuts } from './shortcuts.js';

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
    // Move the focus to the new screen for screen readers, but not on first load.
    if (arrived.current && !main.current?.contains(document.activeElement)) main.current?.focus();
    arrived.current = true;
  }, [screen]);
  useShortcuts('Everywhere', [
    { keys: '?', title: 'Show keyboard shortcuts', run: () => setShowsKeys(true) },
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
      <Navigation current={screen} onShowKeys={() => setShowsKeys(true)} />
      {isUnreachable && (
        <div class="server-gone" role="alert">
          The server cannot be reached. This page may be out of date. The app tries to reconnect every few
          seconds.
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

function LoadedScreen({ screen, route }: { screen: Screen; route: Route }) {
  const [shown, setShown] = useState<{ name: string; component: ComponentType<ScreenProps> }>();
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let current = true;
    setError(undefined);
    screen
      .load()
      .then(({ default: component }) => current && setShown({ name: screen.name, component }))
      .catch((reason: unknown) => current && setError(reason));
    return () => {
      current = false;
    };
  }, [screen]);
  if (error !== undefined)
    return (
      <Notice kind="error" title="This screen could not be loaded." detail="Reload the page to try again." />
    );
  if (shown?.name !== screen.name) return <Waiting label={`Loading ${screen.title.toLowerCase()}`} />;
  const Component = shown.component;
  return <Component route={route} />;
}
