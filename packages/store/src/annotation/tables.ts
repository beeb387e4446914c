/** Tables of the annotator: see `Schema`. */
export interface AnnotationTables {
  readonly corpus: CorpusTable;
  readonly page: PageTable;
  readonly annotation: AnnotationTable;
  readonly label_operation: LabelOperationTable;
  readonly label: LabelTable;
  readonly upload_part: UploadPartTable;
}

/** A set of pages that are labelled together. */
interface CorpusTable {
  readonly name: string;
  readonly title: string;
  /** Name of the label set. */
  readonly task: string;
  /** Order of the next page; raising it locks the corpus for whoever adds one. */
  readonly next_page: number;
  readonly created: string;
}

/** A page of a corpus. */
interface PageTable {
  /** Made of corpus and digest: the same bytes are the same page. */
  readonly id: string;
  readonly corpus: string;
  /** Order within the corpus. */
  readonly seq: number;
  /** Its id in an exported corpus: unique there, fit for a file name. */
  readonly name: string;
  readonly url: string | null;
  readonly title: string | null;
  /** Length before compression. */
  readonly bytes: number;
  /** SHA-256 of the bytes before compression. */
  readonly digest: string;
  /** The page's bytes, compressed by gzip. */
  readonly content: Uint8Array;
  readonly added: string;
}

/** What one annotator has done to one page. */
export interface AnnotationTable {
  readonly page: string;
  readonly annotator: string;
  /** Rises with every save that changes anything. */
  readonly revision: number;
  /** How many labels stand. */
  readonly labels: number;
  readonly done: number;
  readonly updated: string;
}

/** Everything an annotator ever said, in order; never changed and never removed but with its page. */
interface LabelOperationTable {
  readonly page: string;
  readonly annotator: string;
  /** Chosen by the caller, so that a save that is sent twice counts once. */
  readonly id: string;
  readonly revision: number;
  /** Order within the revision. */
  readonly place: number;
  readonly node: number;
  /** Characters of a text node, both -1 where the label is on all of it. */
  readonly start_at: number;
  readonly end_at: number;
  /** Null takes a label away. */
  readonly label: string | null;
  readonly scope: string;
  readonly at: string;
}

/** What stands: the last operation on each place. */
interface LabelTable {
  readonly page: string;
  readonly annotator: string;
  readonly node: number;
  readonly start_at: number;
  readonly end_at: number;
  readonly label: string;
  readonly scope: string;
}

/**
 * A part of a file that waits to be imported: kept here, so that the job finds it after a restart and on another
 * machine; in parts, since neither database likes values of hundreds of megabytes.
 */
interface UploadPartTable {
  readonly id: string;
  /** Order of the parts, from 0. */
  readonly part: number;
  readonly content: Uint8Array;
  readonly added: string;
}
