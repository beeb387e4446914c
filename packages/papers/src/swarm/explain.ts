import type { Evidence, Explanation, Finding } from '@webpith/lab';
import { FEATURES, type Feature } from './features.js';
import type { PageBlocks } from './page-blocks.js';
import { FEATURE_SETS, keepByParticle, keepByVotes, type Panel, pageFeatures } from './plus/particles.js';
import type { Thresholds } from './thresholds.js';

const STAGE = 'block';

/** Every block with its features against the thresholds; the first violated one is the reason. */
export function thresholdFindings(
  { blocks }: PageBlocks,
  rows: Float64Array,
  features: readonly Feature[],
  thresholds: Thresholds,
): Finding[] {
  return blocks.map(({ holder, first, end }, block) => {
    const checks = features.map((feature, i) =>
      check(feature, rows[block * features.length + i]!, thresholds[i]!),
    );
    const failed = checks.filter(({ holds }) => !holds);
    return {
      node: holder,
      first,
      end,
      kept: failed.length === 0,
      stage: STAGE,
      reason: failed[0]?.fact ?? `satisfies all ${features.length} thresholds`,
      score: 1 - failed.length / features.length,
      evidence: checks.map(({ fact, weight }) => ({ fact, weight })),
    };
  });
}

interface Check extends Evidence {
  readonly holds: boolean;
}

/** The weight is the distance from the threshold relative to the larger of both, below 0 if it is violated. */
function check({ title, bound }: Feature, value: number, threshold: number): Check {
  const isLower = bound === 'lower';
  const distance = isLower ? value - threshold : threshold - value;
  const largest = Math.max(Math.abs(value), Math.abs(threshold));
  const limit = `${isLower ? 'at least' : 'at most'} ${number(threshold)}`;
  return {
    fact: `${title} ${number(value)}, expected ${limit}`,
    weight: largest === 0 ? 0 : distance / largest,
    holds: distance >= 0,
  };
}

const number = (value: number) => Number(value.toFixed(3)).toString();

/** The blocks by the thresholds of the particle that keeps them, or else of the first one. */
export function explainVotes(page: PageBlocks, panel: Panel): Explanation {
  const { features: set, particles, votes } = panel;
  const features = FEATURE_SETS[set];
  const measured = pageFeatures(page.measurements, set);
  const kept = new Uint8Array(page.blocks.length);
  keepByVotes(measured, panel, kept);
  const each = particles.map(particle => {
    const own = new Uint8Array(kept.length);
    keepByParticle(measured, set, particle, own);
    return { own, findings: thresholdFindings(page, measured.rows, features, particle.thresholds) };
  });
  const findings = page.blocks.map((_, block) => {
    const cast = each.filter(({ own }) => own[block] === 1);
    const finding = (cast[0] ?? each[0])!.findings[block]!;
    const reason =
      finding.kept && cast.length === 0 ? 'is in a run too short for an article' : finding.reason;
    const ballot = particles.length === 1 ? '' : ` (kept by ${cast.length} of ${particles.length} particles)`;
    return { ...finding, kept: kept[block] === 1, reason: `${reason}${ballot}` };
  });
  const extra = features.length - FEATURES.length;
  const rule =
    particles.length === 1 ? 'one particle' : `${votes} of ${particles.length} particles must keep a block`;
  return { notes: [`the eight features and ${extra} more; ${rule}`], findings };
}
