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
    about: 'See on the page itself what was kept, what was dropped, and why.',
    key: 'i',
    load: () => import('../screens/inspector/Inspector.js'),
  },
  {
    name: 'annotate',
    title: 'Annotate',
    about: 'Label pages of your own, by keyboard, alone or in pairs.',
    key: 'a',
    load: () => import('../screens/annotator/Annotator.js'),
  },
  {
    name: 'experiments',
    title: 'Experiments',
    about: 'Train a method on labelled pages, measure methods beside each other, choose which model answers.',
    key: 'e',
    load: () => import('../screens/experiments/Experiments.js'),
  },
  {
    name: 'feedback',
    title: 'Feedback',
    about: 'Put to use what readers say is wrong: retrain, or learn rules for a site.',
    key: 'f',
    load: () => import('../screens/feedback/Feedback.js'),
  },
];

/** The screen of a route; the first screen if the route is unknown. */
export function screenOf(route: Route): Screen {
  return SCREENS.find(({ name }) => name === route.screen) ?? SCREENS[0]!;
}
