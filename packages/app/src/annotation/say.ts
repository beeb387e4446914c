import { type Session, scopeNow, titleOf, viewOf } from './session.js';

const LONGEST = 60;

/** A count with its noun, for speech and status lines. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The beginning of a text, with single spaces. */
export function beginning(text: string, longest = LONGEST): string {
  const plain = text
    .slice(0, longest * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest).trimEnd()}…` : plain;
}

/** What is selected, for those who listen: what it is, what it says, what label it has. */
export function describeSelection(session: Session): string {
  const { outline, selected } = session;
  const node = outline.nodes[selected];
  if (!node) return 'Nothing is selected.';
  const view = viewOf(session);
  const effective = view.effective[selected];
  const ranged = view.ranges.get(node.node)?.length ?? 0;
  const suggested = effective ? undefined : view.open.find(each => each.node === node.node);
  const parts = [
    node.kind === 'text' ? 'text' : node.tag,
    beginning(node.element.textContent ?? ''),
    effective
      ? `label ${titleOf(session, effective.label)}${effective.isOwn ? '' : ', inherited'}`
      : 'no label',
    ranged > 0 ? counted(ranged, 'labelled range') : '',
    suggested ? `suggested ${titleOf(session, suggested.label)}` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** What a label was put on. */
export function describeLabelling(session: Session, label: string): string {
  const { ranges, outline, selected } = session;
  const { tag } = outline.nodes[selected]!;
  const target =
    ranges.length > 0
      ? 'the selected text'
      : scopeNow(session) === 'subtree'
        ? `${tag} and all in it`
        : `${tag === '#text' ? 'this text' : tag}`;
  return `${titleOf(session, label)}: ${target}`;
}
