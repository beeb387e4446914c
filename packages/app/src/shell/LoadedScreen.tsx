import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Notice } from '../ui/Notice.js';
import { Waiting } from '../ui/Progress.js';
import type { Route } from './route.js';
import type { Screen, ScreenProps } from './screens.js';

/** A screen whose code comes when it is first shown. */
export function LoadedScreen({ screen, route }: { screen: Screen; route: Route }) {
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
      <Notice kind="error" title="This screen could not be loaded" detail="Reload the page to try again." />
    );
  if (shown?.name !== screen.name) return <Waiting label={`Loading ${screen.title.toLowerCase()}`} />;
  const Component = shown.component;
  return <Component route={route} />;
}
