import type { ComponentType } from 'preact';
import type { Route } from './route.js';

/** What every screen is given. */
export interface ScreenProps {
  readonly route: Route;
}

/** One place of the app; its code is loaded when one goes there. */
export interface Screen {
  /** First part of its address: `#/read`. */
  readonly name: string;
  /** As the navigation shows it. */
  readonly title: string;
  /** What one does there, for those who are here for the first time. */
  readonly about?: string;
  /** The letter that goes there after `g`. */
  readonly key: string;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenProps> }>;
}

/** All screens in the order of the navigation. A new screen is a folder in `screens/` and a line here. */
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

/** The screen of a route; the first where the route names none that there is. */
export function screenOf(route: Route): Screen {
  return SCREENS.find(({ name }) => name === route.screen) ?? SCREENS[0]!;
}
