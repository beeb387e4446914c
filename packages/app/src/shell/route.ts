import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A location in the app: `#/annotate/news/p17?label=body` is screen `annotate`, path `news`, `p17`. */
export interface Route {
  readonly screen: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [places = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [screen = '', ...path] = places.split('/').filter(Boolean).map(decode);
  return { screen, path, query: new URLSearchParams(query) };
}

export function hrefTo(
  screen: string,
  path: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return `#/${[screen, ...path].map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

export function go(href: string, { replace = false } = {}): void {
  if (href === location.hash) return;
  if (replace) location.replace(href);
  else location.assign(href);
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export interface ScreenProps {
  readonly route: Route;
}

export interface Screen {
  readonly name: string;
  readonly title: string;
  /** Shortcut letter after `g`. */
  readonly key: string;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'read', title: 'Read', key: 'r', load: () => import('../screens/reader/Reader.js') },
  { name: 'inspect', title: 'Inspect', key: 'i', load: () => import('../screens/inspector/Inspector.js') },
  { name: 'annotate', title: 'Annotate', key: 'a', load: () => import('../screens/annotator/Annotator.js') },
  {
    name: 'experiments',
    title: 'Experiments',
    key: 'e',
    load: () => import('../screens/experiments/Experiments.js'),
  },
];

/** Former names of screens, which old links contain. */
const FORMER: Readonly<Record<string, string>> = { feedback: 'experiments' };

export function screenOf({ screen }: Route): Screen {
  return SCREENS.find(({ name }) => name === (FORMER[screen] ?? screen)) ?? SCREENS[0]!;
}
