export type Optimiser = (weights: Float64Array, gradient: Float64Array) => void;

/** Adam ignores `momentum`. */
export interface OptimiserSettings {
  readonly learningRate: number;
  readonly momentum: number;
}

export const OPTIMISERS = {
  momentum({ learningRate, momentum }: OptimiserSettings, size: number): Optimiser {
    const velocity = new Float64Array(size);
    return (weights, gradient) => {
      for (let i = 0; i < size; i++) {
        velocity[i] = momentum * velocity[i]! - learningRate * gradient[i]!;
        weights[i]! += velocity[i]!;
      }
    };
  },
  /** Kingma & Ba 2015, algorithm 1, with their constants. */
  adam({ learningRate }: OptimiserSettings, size: number): Optimiser {
    const first = new Float64Array(size);
    const second = new Float64Array(size);
    let correction1 = 1;
    let correction2 = 1;
    return (weights, gradient) => {
      correction1 *= 0.9;
      correction2 *= 0.999;
      for (let i = 0; i < size; i++) {
        first[i] = 0.9 * first[i]! + 0.1 * gradient[i]!;
        second[i] = 0.999 * second[i]! + 0.001 * gradient[i]! * gradient[i]!;
        const size2 = Math.sqrt(second[i]! / (1 - correction2)) + 1e-8;
        weights[i]! -= (learningRate * first[i]!) / (1 - correction1) / size2;
      }
    };
  },
} as const;

export type OptimiserName = keyof typeof OPTIMISERS;
