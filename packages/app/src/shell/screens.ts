import type { ComponentType } from 'preact';
import type { Route } from './route.js';

export interface ScreenProps {
  readonly route: Route;
}

/** A screen of the app; its code is loaded on demand. */
export interface Screen {
  readonly name: string;
  readonly title: string;
  readonly about?: string;
  /** Shortcut letter after `g`. */
  readonly key: string;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'read', title: 'Read', key: 'r', load: () => import('../screens/reader/Reader.js') },
  {
    name: 'inspect',
    title: 'Inspect',
    about: 'See what was kept and what was dropped on the page, and why.',
    key: 'i',
    load: () => import('../screens/inspector/Inspector.js'),
  },
  {
    name: 'annotate',
    title: 'Annotate',
    about: 'Label your own pages with the keyboard, and compare annotators.',
    key: 'a',
    load: () => import('../screens/annotator/Annotator.js'),
  },
  {
    name: 'experiments',
    title: 'Experiments',
    about: 'Train a method on labelled pages, compare methods, and choose the model to use.',
    key: 'e',
    load: () => import('../screens/experiments/Experiments.js'),
  },
  {
    name: 'feedback',
    title: 'Feedback',
    about: 'Improve the results with reports from readers: retrain, or learn rules for a site.',
    key: 'f',
    load: () => import('../screens/feedback/Feedback.js'),
  },
];

/** The screen of a route; the first screen if the route is unknown. */
export function screenOf(route: Route): Screen {
  return SCREENS.find(({ name }) => name === route.screen) ?? SCREENS[0]!;
}
