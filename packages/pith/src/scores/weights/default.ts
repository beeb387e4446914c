import type { Weights } from './weights.js';

export const WEIGHTS: Weights = {
  features: '',
  blocks: '',
  blockCalibration: { slope: 1, offset: 0 },
  types: [],
  type: '',
  quality: '',
  qualityCalibration: { slope: 1, offset: 0 },
};
