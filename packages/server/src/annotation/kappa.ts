/**
 * Cohen's κ of two labellings of the same things: (observed − expected agreement) / (1 − expected), where the expected
 * is that of two who keep their own shares of labels but know nothing of the things. Undefined where there is nothing;
 * 1 where both gave one and the same label to everything, which κ itself leaves open.
 */
export function cohensKappa(pairs: readonly (readonly [one: string, other: string])[]): number | undefined {
  if (pairs.length === 0) return undefined;
  const counts = [new Map<string, number>(), new Map<string, number>()] as const;
  let agreed = 0;
  for (const [one, other] of pairs) {
    counts[0].set(one, (counts[0].get(one) ?? 0) + 1);
    counts[1].set(other, (counts[1].get(other) ?? 0) + 1);
    if (one === other) agreed++;
  }
  let expected = 0;
  for (const [label, count] of counts[0]) expected += count * (counts[1].get(label) ?? 0);
  const chance = expected / pairs.length ** 2;
  return chance === 1 ? 1 : (agreed / pairs.length - chance) / (1 - chance);
}
