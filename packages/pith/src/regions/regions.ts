import type { Blocks } from '../blocks/blocks.js';
import type { Cut } from './expected-f1.js';

/** `supplement` is in the content tree but not in the plain text: captions, code. */
export const ROLES = ['none', 'content', 'comment', 'supplement'] as const;
export type Role = (typeof ROLES)[number];
export const ROLE = Object.fromEntries(ROLES.map((role, i) => [role, i])) as Readonly<Record<Role, number>>;

/** Reasons for a role, with the deciding stage and a description. */
export const REASONS = {
  below: ['scores', 'probability below the threshold of this page'],
  above: ['scores', 'probability above the threshold of this page'],
  copy: ['regions', 'repeats text from earlier on the page'],
  hidden: ['regions', 'hidden from readers, and nothing on the page opens it'],
  promo: ['regions', 'in a small box marked as promotion'],
  machine: ['regions', 'a command for the software of the site'],
  heading: ['regions', 'heading of a kept section'],
  lead: ['regions', 'first heading of the text: in Markdown and HTML, not in the plain text'],
  title: ['regions', 'the title, which is shown separately'],
  amid: ['regions', 'short text between kept blocks'],
  unit: ['regions', 'belongs to the kept table, code, definition or list around it'],
  code: ['regions', 'code inside kept text: in Markdown and HTML, not in the plain text'],
  figure: ['regions', 'caption of a figure inside kept text: in Markdown and HTML, not in the plain text'],
  part: [
    'regions',
    'part of a table, callout or post inside kept text: in Markdown and HTML, not in the plain text',
  ],
  gap: ['regions', 'link on a line of its own inside kept text: in Markdown and HTML, not in the plain text'],
  item: ['regions', 'part of a mostly kept list: in Markdown and HTML, not in the plain text'],
  caption: ['regions', 'caption between kept blocks, and captions are included'],
  'no captions': ['regions', 'caption, and captions are excluded'],
  comment: ['regions', 'reader comment'],
  site: ['memory', 'also on other pages of this site'],
  'rule keep': ['rules', 'kept by a rule for the site'],
  'rule drop': ['rules', 'dropped by a rule for the site'],
  'reader keep': ['corrections', 'added by a reader'],
  'reader drop': ['corrections', 'removed by a reader'],
} as const satisfies Record<string, readonly [stage: string, words: string]>;

export type Reason = keyof typeof REASONS;

export const REASON_NAMES = Object.keys(REASONS) as readonly Reason[];
const REASON = Object.fromEntries(REASON_NAMES.map((reason, i) => [reason, i])) as Record<Reason, number>;

/** The decision on every block; one entry per block. */
export interface Regions {
  readonly role: Uint8Array;
  readonly probability: Float32Array;
  readonly copies: Uint8Array;
  readonly reason: Uint8Array;
  readonly cut: number;
  readonly expected: number;
  /** 1 for each text node of a content block that is left out because readers cannot see it. */
  readonly hidden?: Uint8Array | undefined;
  readonly hiddenWords: number;
}

/** True if the block was dropped because it repeats the page's title. */
export function isTitle({ reason }: Pick<Regions, 'reason'>, block: number): boolean {
  return reason[block] === REASON.title;
}

export class RegionDraft implements Regions {
  readonly role: Uint8Array;
  readonly reason: Uint8Array;

  readonly cut: number;
  readonly expected: number;
  readonly hidden: Uint8Array | undefined;
  readonly hiddenWords: number;

  constructor(
    readonly probability: Float32Array,
    { cut, expected }: Cut,
    readonly copies: Uint8Array = new Uint8Array(probability.length),
    hidden?: { readonly nodes: Uint8Array; readonly words: number },
  ) {
    this.cut = cut;
    this.expected = expected;
    this.hidden = hidden?.nodes;
    this.hiddenWords = hidden?.words ?? 0;
    this.role = new Uint8Array(probability.length);
    this.reason = new Uint8Array(probability.length);
  }

  isKept(block: number): boolean {
    return this.role[block] === ROLE.content;
  }

  /** False if the only decision so far is that the block is below the threshold. */
  isSettled(block: number): boolean {
    return this.reason[block] !== 0;
  }

  /** Keeps the hidden texts of a block that is content by request. */
  showAll({ first, end }: Pick<Blocks, 'first' | 'end'>, block: number): void {
    this.hidden?.fill(0, first[block], end[block]);
  }

  decide(block: number, role: Role, reason: Reason): void {
    this.role[block] = ROLE[role];
    this.reason[block] = REASON[reason];
  }
}
