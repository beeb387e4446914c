import { fingerprint } from 'webpith';
import { type SourcePage, treeOfPage } from '../extraction/page.js';
import { extractTask } from '../extraction/task.js';
import { type CarryInput, carryCorrections, type FeedbackInput, feedbackLabels } from '../feedback/marks.js';
import { frameTask } from '../frame/from-tree.js';
import { learnSite, type SiteInput } from '../site-rules/learn-rules.js';
import { type TrialInput, tryRules } from '../site-rules/try-rules.js';

/** A task that first loads a module or model then calls `begin`: loading does not count against the time limit. */
export type Tasks = Readonly<
  Record<string, (input: never, begin: () => void) => Uint8Array | Promise<Uint8Array>>
>;

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

export const tasks: Tasks = {
  extract: extractTask,
  fingerprint: (page: SourcePage) => json(fingerprint(treeOfPage(page))),
  frame: frameTask,
  'carry-corrections': (input: CarryInput) => json(carryCorrections(input)),
  feedback: (input: FeedbackInput) => json(feedbackLabels(input)),
  'learn-site': (input: SiteInput) => json(learnSite(input)),
  'try-rules': (input: TrialInput) => json(tryRules(input)),
};
