import { TAG } from 'webpith/stages';
import { type CandidateSource, candidatesOf } from './candidate-rows.js';
import { mostProbable, type WrapperModel } from './model.js';
import { type PageView, rectOf } from './view.js';

export interface Chosen {
  readonly body: number;
  readonly title?: number;
  /** Zero if there was no candidate. */
  readonly bodyProbability: number;
}

/** Chooses one body and one title (§3.3, §4.2); undefined if the page shows no text. */
export function chooseSubtrees(
  view: PageView,
  model: WrapperModel,
  source: CandidateSource = candidatesOf(view),
): Chosen | undefined {
  const body = mostProbable(model.body, source.body()) ?? wholePage(view);
  if (body === undefined) return undefined;
  const title = mostProbable(model.title, source.title(body.node));
  return {
    body: body.node,
    bodyProbability: body.probability,
    ...(title === undefined ? {} : { title: title.node }),
  };
}

/** Fallback for pages too short for a body candidate: the whole page. */
function wholePage(view: PageView): { node: number; probability: number } | undefined {
  for (let node = 1; node < view.tree.count; node++) {
    const isElement = view.tree.tag[node]! > TAG['#comment'];
    if (isElement && view.lengths[node]! > 0 && rectOf(view, node)) return { node, probability: 0 };
  }
  return undefined;
}
