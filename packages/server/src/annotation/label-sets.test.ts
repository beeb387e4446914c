import { LEAF_LABELS } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { LABEL_SETS, labelSetOf } from './label-sets.js';

/** Relative luminance (WCAG 2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe.each(LABEL_SETS.map(set => [set.name, set] as const))('the label set %s', (_, { labels, rest }) => {
  it('has keys of which none is a prefix of another', () => {
    for (const { name, key } of labels) {
      expect(key, name).toMatch(/^[a-z]{1,2}$/);
      expect(labels.filter(other => other.key.startsWith(key))).toHaveLength(1);
    }
  });

  it('has a title and description for each label, and unique names', () => {
    expect(new Set(labels.map(({ name }) => name)).size).toBe(labels.length);
    for (const { title, description } of labels)
      expect([title.length > 2, description.length > 10]).toEqual([true, true]);
    if (rest !== undefined) expect(labels.map(({ name }) => name)).toContain(rest);
  });

  it('has colours with enough contrast on white and near-black', () => {
    for (const { name, colour } of labels) {
      const light = luminance(colour);
      expect(1.05 / (light + 0.05), name).toBeGreaterThanOrEqual(3);
      expect((light + 0.05) / (luminance('#121212') + 0.05), name).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(labels.map(({ colour }) => colour)).size).toBe(labels.length);
  });
});

it('the leaf label set has the thirty labels of leaves', () => {
  expect(labelSetOf('leaves')?.labels.map(({ name }) => name)).toEqual(LEAF_LABELS);
  expect(labelSetOf('none')).toBeUndefined();
});
