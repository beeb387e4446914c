import { select } from './actions.js';
import { type Action, type Session, titleOf, viewOf } from './session.js';
import { walkLeaves } from './walk.js';

/** The label of a leaf, or the one that is suggested for it. */
function labelAt(session: Session, leaf: number): string | undefined {
  const { effective } = viewOf(session);
  const { node } = session.outline.nodes[leaf]!;
  return effective[leaf]?.label ?? session.suggestions.get(node)?.label;
}

/** Selects the next leaf that is content, by its label or by what is suggested. */
export const stepToContent: Action = session => {
  const { rest } = session.labelSet;
  return jump(session, 'content', leaf => {
    const label = labelAt(session, leaf);
    return label !== undefined && label !== rest;
  });
};

/** Selects the next leaf whose label is another than that of the leaf before it: where one part ends and another begins. */
export const stepToChange: Action = session => {
  const { leaves } = session.outline;
  return jump(session, 'change', leaf => {
    const before = leaves[leaves.indexOf(leaf) - 1];
    return before !== undefined && labelAt(session, before) !== labelAt(session, leaf);
  });
};

function jump(session: Session, target: string, passes: (leaf: number) => boolean) {
  const index = walkLeaves(session.outline, session.selected, 1, passes);
  if (index === session.selected) return { session, message: `No other ${target}.` };
  return select(index)(session);
}

/** Selects the leaf whose suggestion is least certain, then the next least certain, and so on. */
export const stepToUncertain: Action = session => {
  const open = viewOf(session)
    .open.filter(({ probability }) => probability !== undefined)
    .sort((a, b) => a.probability! - b.probability! || a.node - b.node);
  if (open.length === 0) return { session, message: 'No suggestion waits.' };
  const here = session.outline.nodes[session.selected]!.node;
  const place = session.lastUncertain === here ? open.findIndex(own => own.node === here) + 1 : 0;
  const { node, label, probability } = open[place % open.length]!;
  const { session: selected, message } = select(session.outline.at.get(node)!)(session);
  const next = { ...selected, doubted: node };
  return {
    session: next,
    message: `${message}: ${titleOf(session, label)}, ${Math.round(probability! * 100)} %`,
  };
};

/** What holds more of the page's leaves than this is no longer a part of it. */
const MOST_OF_PAGE = 0.75;

/** Selects the whole part of the page around the selection: the largest element that is not most of the page; then one further out. */
export const selectPart: Action = session => {
  const { nodes, leaves } = session.outline;
  const size = (index: number) => leaves.filter(leaf => leaf >= index && leaf < nodes[index]!.end).length;
  const most = MOST_OF_PAGE * leaves.length;
  let part = session.selected;
  for (let up = nodes[part]!.parent; up >= 0 && size(up) <= most; up = nodes[up]!.parent) part = up;
  if (part === session.selected) part = nodes[part]!.parent;
  if (part < 0) return { session, message: 'There is nothing around it.' };
  return select(part)(session);
};
