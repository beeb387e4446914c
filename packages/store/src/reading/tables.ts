/** Tables of reading: see `Schema`. */
export interface ReadingTables {
  readonly page_view: PageViewTable;
  readonly setting: SettingTable;
}

/** A page that somebody read. */
export interface PageViewTable {
  /** Cannot be guessed: who knows it may look. */
  readonly id: string;
  readonly url: string | null;
  readonly title: string | null;
  /** The encoding that the transport named. */
  readonly charset: string | null;
  /** Length before compression. */
  readonly bytes: number;
  /** The page's bytes, compressed by gzip. */
  readonly content: Uint8Array;
  /** Blocks that the reader took in and out, as JSON. */
  readonly corrections: string | null;
  /** The report that these became. */
  readonly report: string | null;
  readonly created_by: string;
  readonly created: string;
  readonly opened: string;
}

/** What holds for the whole server. */
interface SettingTable {
  readonly name: string;
  readonly value: string;
}
