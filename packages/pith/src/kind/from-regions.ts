import { Comments } from '../discussion/comments.js';
import { type DiscussionEvidence, declaresDiscussion, NO_DISCUSSION } from '../discussion/evidence.js';
import { Discussion } from '../discussion/from-groups.js';
import type { Groups } from '../groups/from-page.js';
import type { EntryKind } from '../groups/group.js';
import type { PageType } from '../options.js';
import { scoreRows } from '../packed-trees.js';
import { type Regions, ROLE } from '../regions/regions.js';
import { calibrated, defaultModel, type Model } from '../scores/model.js';
import { entryParts } from './entries.js';
import { needsRendering } from './needs-rendering.js';
import { notContent } from './not-content.js';
import { barePageVector, PAGE_VECTOR_NAMES, withEvidence } from './page-vector.js';
import {
  declaredType,
  isSpreadOut,
  mayBeForum,
  mayHaveEntries,
  type TypeVerdict,
  typeFromScores,
  withDeclared,
} from './type-rules.js';

/** Type of a page and expected quality of its extraction. */
export interface Quality {
  readonly type: PageType;
  readonly types: Readonly<Partial<Record<PageType, number>>>;
  readonly confidence: number;
  readonly notContent?: string | undefined;
  readonly needsRendering?: boolean | undefined;
}

/** The posts or entries that a page consists of, with the role of each block in them (see `entryParts`). */
export interface PageEntries {
  readonly kind: EntryKind;
  readonly parts: Uint8Array;
}

const NO_CONFIDENCE = 0.05;

/** The kind of a page. Posts and entries are found on construction, type and confidence computed on first access. */
export class PageKind implements Quality {
  readonly discussion: Discussion;
  readonly comments: Comments;
  readonly notContent: string | undefined;
  /** Undefined for a page with a single text. */
  readonly entries: PageEntries | undefined;
  /** Role of each block in and around reader comments; undefined if the page has none to exclude. */
  readonly commentRoles: Uint8Array | undefined;
  readonly #groups: Groups;
  readonly #draft: Regions;
  readonly #model: Model;
  #bareVector: Float32Array | undefined;
  #bareScores: Float32Array | undefined;
  #verdict: TypeVerdict | undefined;
  #confidence: number | undefined;

  constructor(groups: Groups, draft: Regions, model: Model = defaultModel()) {
    this.#groups = groups;
    this.#draft = draft;
    this.#model = model;
    this.discussion = new Discussion(groups);
    this.comments = new Comments(groups);
    this.notContent = notContent(groups.page, draft);
    this.entries = this.#findEntries();
    this.commentRoles = this.#findComments();
  }

  get type(): PageType {
    return this.#typed.type;
  }

  get types() {
    return this.#typed.types;
  }

  get confidence(): number {
    this.#confidence ??= this.#readConfidence();
    return this.#confidence;
  }

  get needsRendering(): true | undefined {
    const { blocks, sums } = this.#groups.page;
    return needsRendering(blocks, sums, this.notContent) || undefined;
  }

  /** True if the readers' texts are the posts of the page, and not comments below its text. */
  get isDiscussion(): boolean {
    // Pages rendered by script may carry their discussion as JSON.
    return this.type === 'forum' || (this.notContent !== undefined && this.discussion.embedded.length > 1);
  }

  #findEntries(): PageEntries | undefined {
    if (!isSpreadOut(this.#groups.page, this.#draft) || !this.#mayHaveEntries()) return undefined;
    const kind = this.#typed.entries;
    const parts = kind && entryParts(this.#groups, kind, this.discussion);
    return parts && { kind, parts };
  }

  #findComments(): Uint8Array | undefined {
    const { role } = this.#draft;
    if (this.entries === undefined && !this.comments.mayContain(b => role[b] === ROLE.content))
      return undefined;
    const { roles } = this.comments;
    // Checked last: classifying the page costs more than searching for comments.
    return roles !== undefined && this.#mayHaveEntries() && this.type === 'forum' ? undefined : roles;
  }

  /** False if the page is unlikely to consist of posts or entries. Cheaper than `type`. */
  #mayHaveEntries(): boolean {
    return (
      declaresDiscussion(this.#groups.page) || mayHaveEntries(this.#model.types, this.#scoresWithoutPosts)
    );
  }

  get #vectorWithoutPosts(): Float32Array {
    this.#bareVector ??= barePageVector(this.#groups.page, this.#draft);
    return this.#bareVector;
  }

  get #scoresWithoutPosts(): Float32Array {
    this.#bareScores ??= scoreRows(this.#model.type, this.#vectorWithoutPosts, PAGE_VECTOR_NAMES.length);
    return this.#bareScores;
  }

  get #evidence(): DiscussionEvidence {
    const mayHavePosts =
      declaresDiscussion(this.#groups.page) || mayBeForum(this.#model.types, this.#scoresWithoutPosts);
    return mayHavePosts ? this.discussion.evidence : NO_DISCUSSION;
  }

  get #typed(): TypeVerdict {
    this.#verdict ??= this.#readVerdict();
    return this.#verdict;
  }

  #readVerdict(): TypeVerdict {
    if (this.notContent !== undefined) return { type: 'other', types: { other: 1 } };
    const evidence = this.#evidence;
    // Without posts the full vector equals the bare one.
    const scores =
      evidence.posts === 0
        ? this.#scoresWithoutPosts
        : scoreRows(this.#model.type, this.#vectorWith(evidence), PAGE_VECTOR_NAMES.length);
    const verdict = typeFromScores(this.#model.types, scores, evidence, this.comments);
    return withDeclared(verdict, declaredType(this.#groups.page));
  }

  #vectorWith(evidence: DiscussionEvidence): Float32Array {
    return withEvidence(this.#vectorWithoutPosts, evidence);
  }

  #readConfidence(): number {
    if (this.notContent !== undefined) return NO_CONFIDENCE;
    const vector = this.#vectorWith(this.#evidence);
    const score = scoreRows(this.#model.quality, vector, PAGE_VECTOR_NAMES.length)[0]!;
    return calibrated(this.#model.qualityCalibration, score);
  }
}
