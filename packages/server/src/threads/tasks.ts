import { extractTask } from '../extraction/task.js';
import { feedbackTask } from '../feedback/feedback-labels.js';
import { frameTask } from '../frame/from-tree.js';
import { learnSiteTask } from '../site-rules/learn-rules.js';
import { tryRulesTask } from '../site-rules/try-rules.js';

/**
 * Name → function from a cloneable input to bytes. Tasks that load something first call `begin` afterwards, so that
 * loading does not count against the time limit.
 */
export type Tasks = Readonly<
  Record<string, (input: never, begin: () => void) => Uint8Array | Promise<Uint8Array>>
>;

export const tasks: Tasks = {
  extract: extractTask,
  frame: frameTask,
  feedback: feedbackTask,
  'learn-site': learnSiteTask,
  'try-rules': tryRulesTask,
};
