/** The part a block plays. */
export const ROLES = ['none', 'content', 'comment'] as const;
export type Role = (typeof ROLES)[number];
/** Number of each role, as `Regions.role` holds it. */
export const ROLE = Object.fromEntries(ROLES.map((role, i) => [role, i])) as Readonly<Record<Role, number>>;

/** What was decided about every block. */
export interface Regions {
  /** One entry a block. */
  readonly role: Uint8Array;
  /** Probability that the block is content. */
  readonly probability: Float32Array;
  /** Why, one of REASONS by its number. */
  readonly reason: Uint8Array;
  /** The probability that the page's own cut lies at. */
  readonly cut: number;
}

/** The decisions that can settle a block. */
export const REASONS = [
  'probability below the cut of this page',
  'probability above the cut of this page',
  'repeats an earlier block',
  'heading of nothing that is kept',
  'heading of what is kept',
  'short text amid what is kept',
  'stray text far from what is kept',
  'reader comment',
  'forced in by a rule',
  'forced out by a rule',
  'title of the page',
] as const;
