import { LearnError } from '../errors.js';
import { type FitControl, step } from '../estimator.js';
import { numberOption, type OptionsOf, readOptions } from '../options.js';
import { type Random, seededRandom } from '../random.js';

const RULES = {
  particles: numberOption(100, { from: 1, whole: true }),
  /** Pull towards a particle's own best position, τ. */
  cognition: numberOption(1.49618, { from: 0 }),
  /** Pull towards the population's best particle, φ. */
  social: numberOption(1.49618, { from: 0 }),
  /**
   * Share of its velocity that a particle keeps, ω. The swarm converges with 0.7298 and pulls of 1.49618 (Clerc &
   * Kennedy 2002); with the pulls of paper 000 (about 2) and ω near 1, only the bounds contain it.
   */
  inertia: numberOption(0.7298, { from: 0 }),
  generations: numberOption(100, { from: 1, whole: true }),
  seed: numberOption(1, { whole: true }),
};

type Settings = OptionsOf<typeof RULES>;

export interface SwarmOptions extends FitControl, Partial<Settings> {
  readonly fitness: (position: Float64Array) => number;
  readonly bounds: readonly (readonly [number, number])[];
}

export interface Generation {
  readonly best: number;
  readonly mean: number;
}

/** The best position of any particle; `history[0]` is the random start. */
interface SwarmResult {
  readonly position: Float64Array;
  readonly fitness: number;
  readonly generation: number;
  readonly history: readonly Generation[];
}

interface Particle {
  readonly position: Float64Array;
  readonly velocity: Float64Array;
  readonly ownBest: Float64Array;
  fitness: number;
  ownBestFitness: number;
}

/**
 * Particle swarm, algorithm 1 of paper 000 (§3.5.3): all particles follow the best particle of the last population,
 * not the best ever seen, and each keeps its own best position. Bounds are ours: a particle that would leave is
 * placed on the bound, and its velocity in that coordinate is set to zero.
 */
export function maximiseBySwarm(options: SwarmOptions): SwarmResult {
  const { fitness, bounds, onProgress, stopped, ...given } = options;
  checkBounds(bounds);
  const settings = { ...options, ...readOptions('swarm', RULES, given) };
  const random = seededRandom(settings.seed);
  const swarm = Array.from({ length: settings.particles }, () => randomParticle(settings, random));
  let leader = bestOf(swarm);
  let best = { position: leader.position.slice(), fitness: leader.fitness, generation: 0 };
  const history = [summary(swarm)];
  for (let generation = 1; generation <= settings.generations; generation++) {
    // A copy, because the leader moves in this generation too.
    const target = leader.position.slice();
    for (const particle of swarm) {
      move(particle, target, settings, random);
      particle.fitness = fitnessAt(settings, particle.position);
      if (particle.fitness > particle.ownBestFitness) {
        particle.ownBest.set(particle.position);
        particle.ownBestFitness = particle.fitness;
      }
    }
    leader = bestOf(swarm);
    if (leader.fitness > best.fitness) {
      best = { position: leader.position.slice(), fitness: leader.fitness, generation };
    }
    history.push(summary(swarm));
    const note = `generation ${generation}: best ${leader.fitness.toPrecision(6)}`;
    step(options, generation / settings.generations, note);
  }
  return { ...best, history };
}

function randomParticle(settings: SwarmOptions, random: Random): Particle {
  const position = Float64Array.from(settings.bounds, ([low, high]) => low + random.next() * (high - low));
  const fitness = fitnessAt(settings, position);
  const velocity = new Float64Array(position.length);
  return { position, velocity, ownBest: position.slice(), fitness, ownBestFitness: fitness };
}

function move(
  { position, velocity, ownBest }: Particle,
  target: Float64Array,
  { inertia, cognition, social, bounds }: SwarmOptions & Settings,
  random: Random,
): void {
  for (let j = 0; j < position.length; j++) {
    const at = position[j]!;
    const own = random.next() * cognition * (ownBest[j]! - at);
    const shared = random.next() * social * (target[j]! - at);
    velocity[j] = inertia * velocity[j]! + own + shared;
    const [low, high] = bounds[j]!;
    const next = at + velocity[j]!;
    position[j] = Math.min(high, Math.max(low, next));
    if (position[j] !== next) velocity[j] = 0;
  }
}

function fitnessAt({ fitness }: SwarmOptions, position: Float64Array): number {
  const value = fitness(position);
  if (!Number.isNaN(value)) return value;
  throw new LearnError('bad-value', `The fitness of [${position.join(', ')}] is not a number.`);
}

function bestOf(swarm: readonly Particle[]): Particle {
  return swarm.reduce((best, particle) => (particle.fitness > best.fitness ? particle : best));
}

function summary(swarm: readonly Particle[]): Generation {
  const total = swarm.reduce((sum, particle) => sum + particle.fitness, 0);
  return { best: bestOf(swarm).fitness, mean: total / swarm.length };
}

function checkBounds(bounds: SwarmOptions['bounds']): void {
  if (bounds.length === 0) throw new LearnError('bad-option', 'bounds must name at least one coordinate.');
  bounds.forEach(([low, high], column) => {
    if (Number.isFinite(low) && Number.isFinite(high) && low <= high) return;
    const message = `Bound ${column} must be two finite numbers, low before high; it is [${low}, ${high}].`;
    throw new LearnError('bad-option', message, { column });
  });
}
