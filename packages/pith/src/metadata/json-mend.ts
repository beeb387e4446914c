/** Maximum characters of a script. The largest one of 1,917 real pages has under a million. */
const MAX_SCRIPT = 2_000_000;
const MAX_ROOTS = 50;

/**
 * Parses the JSON values of a script. Invalid JSON is repaired: wrappers, comments, raw line breaks and unescaped
 * quotes in strings, trailing commas, several roots, a missing end. Roots that still fail to parse are skipped.
 */
export function jsonValues(script: string): unknown[] {
  if (script.length > MAX_SCRIPT) return [];
  const whole = parse(script);
  if (whole !== undefined) return [whole];
  const mended = mend(unwrapped(script));
  return mended.map(parse).filter(value => value !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unwrapped(script: string): string {
  const text = script
    .replaceAll('<!--', '')
    .replaceAll('-->', '')
    .replaceAll('<![CDATA[', '')
    .replaceAll(']]>', '');
  return /^[\s[{]{1,100}&quot;/.test(text) ? text.replaceAll('&quot;', '"').replaceAll('&amp;', '&') : text;
}

function mend(text: string): string[] {
  const roots: string[] = [];
  let at = 0;
  while (roots.length < MAX_ROOTS) {
    const start = rootStart(text, at);
    if (start < 0) break;
    const root = mendRoot(text, start);
    roots.push(root.json);
    at = root.end;
  }
  return roots;
}

function rootStart(text: string, from: number): number {
  for (let i = from; i < text.length; i++) if (text[i] === '{' || text[i] === '[') return i;
  return -1;
}

function mendRoot(text: string, start: number): { json: string; end: number } {
  const parts: string[] = [];
  const open: string[] = [];
  let i = start;
  for (; i < text.length; i++) {
    const c = text[i]!;
    if (c === '"') {
      const string = mendString(text, i);
      parts.push(string.json);
      i = string.end;
    } else if (c === ',') {
      const next = text[nonSpace(text, i + 1)];
      if (next !== '}' && next !== ']' && next !== ',' && next !== undefined) parts.push(c);
    } else if (c === '/' && (text[i + 1] === '/' || text[i + 1] === '*')) i = commentEnd(text, i);
    else {
      parts.push(c);
      if (c === '{' || c === '[') open.push(c === '{' ? '}' : ']');
      else if (c === open.at(-1)) open.pop();
      if (open.length === 0) return { json: parts.join(''), end: i + 1 };
    }
  }
  return { json: parts.join('') + open.reverse().join(''), end: i };
}

const ESCAPABLE = '"\\/bfnrtu';

/** Repairs the string that starts at a quote; `end` is the index of its closing quote. */
function mendString(text: string, start: number): { json: string; end: number } {
  let json = '"';
  let i = start + 1;
  let from = i;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92 && ESCAPABLE.includes(text[i + 1] ?? ' ')) i++;
    else if (code === 34 && endsString(text, i)) break;
    else if (code < 32 || code === 34 || code === 92) {
      json += text.slice(from, i) + (code === 34 ? '\\"' : code === 92 ? '' : ' ');
      from = i + 1;
    }
  }
  return { json: `${json}${text.slice(from, i)}"`, end: i };
}

/** A quote ends its string only before something that may follow a string. */
function endsString(text: string, quote: number): boolean {
  const next = text[nonSpace(text, quote + 1)];
  return next === undefined || next === ',' || next === '}' || next === ']' || next === ':';
}

/** Bounds the look-ahead after a quote, so that many quotes before long white space take linear time. */
const MAX_SPACE = 200;

function nonSpace(text: string, from: number): number {
  let i = from;
  while (i - from < MAX_SPACE && text.charCodeAt(i) <= 32) i++;
  return i;
}

function commentEnd(text: string, start: number): number {
  const isLine = text[start + 1] === '/';
  const end = text.indexOf(isLine ? '\n' : '*/', start + 2);
  if (end < 0) return text.length;
  return isLine ? end : end + 1;
}
