import type { Observation } from '@webpith/store';
import { type Alarm, learn, newAlarm, type PageName, silence, watch } from './alarm.js';
import { addToBaseline, type Baseline, newBaseline, signsOf } from './baseline.js';
import { TRACKED } from './columns.js';
import { acceptCandidates, addPage, type Template, templateOf } from './templates.js';

/** Stored state of a site; plain data. */
export interface SiteState {
  readonly version: 1;
  readonly templates: Template[];
  readonly baseline: Baseline;
  /** By kind of sign. */
  readonly alarms: Record<string, Alarm>;
}

export interface Change {
  /** `template`, or the sign of degradation: `failed`, `type`, `shorter`, `longer`, `confidence`, `field NAME`. */
  readonly kind: string;
  readonly message: string;
  readonly before: readonly PageName[];
  readonly after: readonly PageName[];
  /** Pages to label again, least confident first. */
  readonly relabel: readonly PageName[];
}

export const newSite = (): SiteState => ({ version: 1, templates: [], baseline: newBaseline(), alarms: {} });

const MESSAGES: Readonly<Record<string, string>> = {
  template: 'its pages are built differently',
  failed: 'nothing comes out of its pages any more',
  type: 'its pages are of a type that they were not',
  shorter: 'its texts come out much shorter',
  longer: 'its texts come out much longer',
  confidence: 'its texts come out with less confidence',
};

const messageOf = (kind: string) =>
  MESSAGES[kind] ?? `${kind.slice('field '.length)} is no longer found on its pages`;

const PAGES_TO_LABEL = 5;

/**
 * Processes one page of a site: adds it to the baseline while learning, otherwise compares it. `columns` are those
 * available in its row.
 */
export function observePage(
  state: SiteState,
  page: Observation,
  learning: boolean,
  columns: readonly string[] = TRACKED,
): Change[] {
  const name = nameOf(page);
  const signs = signsOfPage(state, page, learning, columns);
  if (learning) addToBaseline(state.baseline, page, columns);
  const changes: Change[] = [];
  for (const [kind, happened] of signs) {
    state.alarms[kind] ??= newAlarm();
    const alarm = state.alarms[kind];
    if (learning) learn(alarm, happened, name);
    else if (watch(alarm, happened, name)) changes.push(ring(state, kind, alarm));
  }
  return changes;
}

/** Pages without enough baseline to be compared with. */
const FIRST_PAGES = 5;

function signsOfPage(
  state: SiteState,
  page: Observation,
  learning: boolean,
  columns: readonly string[],
): Map<string, boolean> {
  const signs = signsOf(state.baseline, page, columns);
  if (page.structure !== undefined) {
    // While learning, counts pages unlike all before: sites with many templates have more of them.
    const isNew = templateOf(state.templates, page.structure) === undefined;
    const known = addPage(state.templates, page.structure, learning);
    signs.set('template', learning ? isNew : !known);
  }
  if (learning && state.baseline.pages < FIRST_PAGES) for (const kind of signs.keys()) signs.set(kind, false);
  return signs;
}

function ring(state: SiteState, kind: string, alarm: Alarm): Change {
  const { before, after } = alarm;
  const relabel = [...after].sort((one, other) => one.confidence - other.confidence).slice(0, PAGES_TO_LABEL);
  const change = { kind, message: messageOf(kind), before: [...before], after: [...after], relabel };
  silence(alarm);
  if (kind === 'template') acceptCandidates(state.templates);
  return change;
}

function nameOf({ seq, page, url, confidence }: Observation): PageName {
  return { seq, page, ...(url === undefined ? {} : { url }), confidence };
}
