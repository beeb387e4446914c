import type { Blocks } from '../blocks/blocks.js';
import type { RegionDraft } from './regions.js';

/** Longer texts contain more than shortcodes. Set by hand. */
const LONGEST_SHORTCODES = 2_000;
/** Only shortcodes of a page builder: `[vc_row full_width="yes"]`, `[/et_pb_section]`. */
const SHORTCODES = /^(?:\[\/?[a-z][\w-]{1,40}(?:\s[^[\]]{0,500})?\]\s{0,3}){1,40}$/;
/** Excludes notes in brackets: an attribute, an underscore in the name, or an end tag. */
const SHORTCODE_SYNTAX = /\[\/|\[\w{0,40}_|="/;

/** Drops page builder shortcodes that were not rendered. */
export function dropMachineText({ texts, count }: Blocks, draft: RegionDraft): void {
  for (let b = 0; b < count; b++) {
    const text = texts[b]!;
    if (!draft.isKept(b) || text.charCodeAt(0) !== BRACKET || text.length > LONGEST_SHORTCODES) continue;
    if (SHORTCODE_SYNTAX.test(text) && SHORTCODES.test(text)) draft.decide(b, 'none', 'machine');
  }
}

const BRACKET = '['.charCodeAt(0);
