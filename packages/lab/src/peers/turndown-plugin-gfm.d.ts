declare module 'turndown-plugin-gfm' {
  import type { Plugin } from 'turndown';

  /** Tables with a heading row, strikethrough and task lists; other tables stay HTML. */
  export const gfm: Plugin;
}
