import { extractTask } from '../extraction/task.js';
import { feedbackTask } from '../feedback/feedback-labels.js';
import { frameTask } from '../frame/from-tree.js';
import { learnSiteTask } from '../site-rules/learn-rules.js';
import { tryRulesTask } from '../site-rules/try-rules.js';

/**
 * Name → function from an input that can be cloned to bytes. Whoever has to load something first, a method say, calls
 * `begin` when that is done: the page is not to blame for it.
 */
export type Tasks = Readonly<
  Record<string, (input: never, begin: () => void) => Uint8Array | Promise<Uint8Array>>
>;

/** What a thread can do. */
export const tasks: Tasks = {
  extract: extractTask,
  frame: frameTask,
  feedback: feedbackTask,
  'learn-site': learnSiteTask,
  'try-rules': tryRulesTask,
};
