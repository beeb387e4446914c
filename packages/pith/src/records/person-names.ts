import { BYLINE_PREFIX } from '../metadata/byline-words.js';

/** Longer texts are not names. Set by hand. */
const MAX_LENGTH = 60;
const MAX_WORDS = 7;

const SAYS =
  /\s?(?:says|said|wrote|writes|commented|replied|answered|asked|sagt|sagte|schrieb|schreibt|meint|kommentierte|antwortete|a dit|a écrit|dice|dijo|escribió|disse|scrive|zegt|schreef|пишет|написал\(?а?\)?)\s?:?$/iu;
const LABEL =
  /^(?:posted|written|asked|answered|submitted|started|comment|reply|edited|op|original poster)\s(?:by\s)?/iu;
const NEVER =
  /^(?:reply|quote|report|share|like|edit|delete|permalink|link|profile|guest post|more|show|hide|follow|message|log ?in|sign ?(?:in|up)|register|members?|users?|view profile|antworten|zitieren|melden|anmelden|teilen|avatar|name|e-?mail|website|webseite|your name|ihr name|dein name|posts?|comments?|topics?|threads?|\W*|#?\d{1,6})$/iu;

export function cleanName(text: string): string | undefined {
  const line = text
    .replace(BYLINE_PREFIX, '')
    .replace(LABEL, '')
    .replace(SAYS, '')
    .replace(/[\s:,•·|»*-]{1,5}$/u, '')
    .trim();
  if (line.length < 2 || line.length > MAX_LENGTH || NEVER.test(line)) return undefined;
  return line.split(' ').length <= MAX_WORDS ? line : undefined;
}
