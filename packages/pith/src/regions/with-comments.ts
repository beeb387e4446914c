import { REASON_NAMES, type Regions, ROLE } from './regions.js';

/** The same decisions with readers' comments set apart; `inside` is 1 in a comment, 2 around them, else 0. */
export function withComments(regions: Regions, inside: Uint8Array): Regions {
  if (!inside.some(mark => mark !== 0)) return regions;
  const comment = REASON_NAMES.indexOf('comment');
  const ruled = (b: number) => REASON_NAMES[regions.reason[b]!]!.startsWith('rule');
  const role = regions.role.map((own, b) =>
    inside[b] === 0 || ruled(b) ? own : inside[b] === 1 ? ROLE.comment : ROLE.none,
  );
  const reason = regions.reason.map((own, b) => (inside[b] === 0 || ruled(b) ? own : comment));
  return { ...regions, role, reason };
}
