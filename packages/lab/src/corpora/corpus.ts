import type { PageTree } from 'webpith/stages';

/** What a corpus says about one page: the fields of a line of `pages.jsonl`. All but `id` are known only for some pages. */
export interface Gold {
  readonly id: string;
  readonly url?: string;
  /** Page type as the corpus names it: `article`, `forum`, `product`, … */
  readonly type?: string;
  /** The main content as plain text. */
  readonly text?: string;
  readonly title?: string;
  /** One string, which may name several people, or one string a person. */
  readonly author?: string | readonly string[];
  readonly date?: string;
  /** Snippets that the content must hold. */
  readonly with?: readonly string[];
  /** Snippets that the content must not hold. */
  readonly without?: readonly string[];
  readonly comments?: readonly string[];
  readonly tags?: readonly string[];
  readonly categories?: readonly string[];
  readonly description?: string;
  readonly sitename?: string;
  readonly license?: string;
  /** The posts of a thread, in order. */
  readonly posts?: readonly GoldPost[];
}

/** A post as somebody annotated it, each part as it stands on the page. */
export interface GoldPost {
  readonly text?: string | null;
  /** The author's name, or the address of the author's page. */
  readonly user?: string | null;
  readonly date?: string | null;
  /** Address of the post. */
  readonly link?: string | null;
  /** Place in the list of the post that it answers; null where it answers none. Absent where nobody looked. */
  readonly parent?: number | null;
  readonly depth?: number;
}

/** A page of a corpus: its gold fields and its raw bytes, as the server sent them. */
export interface Page extends Gold {
  readonly html: Uint8Array;
  /** Its tree where a browser made it, with boxes and styles; otherwise the HTML says all. */
  readonly tree?: PageTree;
}

/** What can be wrong with a page of a corpus, and whether it costs the page. */
const CORPUS_PROBLEMS = {
  'broken-line': 'skipped', // not UTF-8, not JSON, not an object, or a field of the wrong kind
  'missing-id': 'skipped',
  'unsafe-id': 'skipped', // an id that would name a file outside the corpus
  'duplicate-id': 'skipped',
  'unknown-id': 'skipped', // an id that was asked for and is not in the corpus
  'missing-html': 'skipped',
  'broken-html': 'skipped', // truncated, not gzip, or larger than any page
  'missing-gold': 'skipped', // an imported page that has no gold file
  'no-text': 'warning', // no gold text: measures that compare texts leave the page out
} as const satisfies Record<string, 'skipped' | 'warning'>;

export type CorpusProblemKind = keyof typeof CORPUS_PROBLEMS;

/** One thing that is wrong, named by file and line. */
export interface CorpusProblem {
  readonly kind: CorpusProblemKind;
  /** `skipped`: the page is left out. `warning`: it is given all the same. */
  readonly severity: 'skipped' | 'warning';
  readonly file: string;
  /** Line in `file`, from one, where the file has lines. */
  readonly line?: number;
  readonly id?: string;
  /** A sentence that names file and line too. */
  readonly message: string;
}

/** What a pass over a corpus came to. */
export interface CorpusCounts {
  /** Pages given. */
  pages: number;
  /** Pages left out because of a problem. */
  skipped: number;
  problems: Partial<Record<CorpusProblemKind, number>>;
}

/** Listens for problems of a corpus. */
export type OnProblem = (problem: CorpusProblem) => void;

/** Where a problem was found, and what it is. */
export interface ProblemPlace {
  readonly file: string;
  readonly line?: number | undefined;
  readonly id?: string | undefined;
}

/** Builds a problem; its message names file and line before it says what is wrong. */
export function corpusProblem(kind: CorpusProblemKind, place: ProblemPlace, what: string): CorpusProblem {
  const { file, line, id } = place;
  return {
    kind,
    severity: CORPUS_PROBLEMS[kind],
    file,
    ...(line === undefined ? {} : { line }),
    ...(id === undefined ? {} : { id }),
    message: `${file}${line === undefined ? '' : `:${line}`}: ${what}`,
  };
}

/**
 * An id becomes a file name, so it may hold no separator, no colon and no control character, and may not start with a
 * dot: `../x`, `/etc/x` and `C:x` all name files outside the corpus.
 */
export function isSafeId(id: string): boolean {
  return id.length <= 200 && /^[^./\\:\p{Cc}][^/\\:\p{Cc}]*$/u.test(id);
}

/** What is wrong with an id, given the lines on which others stand. */
export function idFault(
  id: string,
  lines: ReadonlyMap<string, number>,
): [kind: CorpusProblemKind, what: string] | undefined {
  if (!isSafeId(id)) return ['unsafe-id', `the id ${JSON.stringify(id)} cannot be a file name`];
  const first = lines.get(id);
  return first === undefined ? undefined : ['duplicate-id', `the id “${id}” stands on line ${first} already`];
}
