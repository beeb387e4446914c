import { LabError } from '../errors.js';

export interface Stated {
  readonly confidence: number;
  readonly correct: boolean;
}

interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly pages: number;
  readonly confidence: number;
  readonly accuracy: number;
}

export interface Calibration {
  readonly bins: readonly ReliabilityBin[];
  readonly ece: number;
}

/** ECE = Σ (pages in bin / pages) · |accuracy − mean confidence|, over bins of equal width. */
export function calibration(pages: readonly Stated[], binCount = 10): Calibration {
  if (!Number.isInteger(binCount) || binCount < 1) {
    throw new LabError('bad-option', `Expected one bin or more, got ${binCount}.`);
  }
  const sums = Array.from({ length: binCount }, () => ({ pages: 0, confidence: 0, correct: 0 }));
  for (const { confidence, correct } of pages) {
    if (!(confidence >= 0 && confidence <= 1)) {
      throw new LabError('bad-input', `Expected a confidence from 0 to 1, got ${confidence}.`);
    }
    const bin = sums[Math.min(binCount - 1, Math.floor(confidence * binCount))]!;
    bin.pages++;
    bin.confidence += confidence;
    if (correct) bin.correct++;
  }
  const bins = sums.map((sum, i) => ({
    from: i / binCount,
    to: (i + 1) / binCount,
    pages: sum.pages,
    confidence: sum.pages === 0 ? 0 : sum.confidence / sum.pages,
    accuracy: sum.pages === 0 ? 0 : sum.correct / sum.pages,
  }));
  const total = Math.max(1, pages.length);
  const gap = (bin: ReliabilityBin) => Math.abs(bin.accuracy - bin.confidence);
  return { bins, ece: bins.reduce((sum, bin) => sum + (bin.pages / total) * gap(bin), 0) };
}
