import type { ComponentType } from 'preact';
import type { Route } from './route.js';

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

/** Former names of screens, in links that people have kept. */
const FORMER: Readonly<Record<string, string>> = { feedback: 'experiments' };

/** The screen of a route; the first screen if the route is unknown. */
export function screenOf({ screen }: Route): Screen {
  return SCREENS.find(({ name }) => name === (FORMER[screen] ?? screen)) ?? SCREENS[0]!;
}
