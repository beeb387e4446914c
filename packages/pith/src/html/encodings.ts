/**
 * The characters of windows-1252 at 0x80 to 0x9f. Node 20 decodes them as control characters (ISO 8859-1); on other
 * platforms there is nothing to replace.
 */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const CONTROLS = /[\u0080-\u009f]/g;

export function decodeAs(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== 'windows-1252') return text;
  return text.replace(CONTROLS, control => WINDOWS_1252[control.charCodeAt(0) - 0x80]!);
}

export function decodeStrictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

const PRESCAN_BYTES = 1024;

/**
 * The encoding a page declares: the HTML standard's prescan of the first 1,024 bytes for `<meta charset>` or `<meta
 * http-equiv=content-type content>`, or else an XML declaration.
 */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, PRESCAN_BYTES));
  const declared = scanForMeta(head) ?? scanXmlDeclaration(head);
  // A declaration that is readable as ASCII is not in UTF-16.
  return declared?.startsWith('utf-16') ? 'utf-8' : declared;
}

/** Canonical name of an encoding label, or undefined if the platform does not support it. */
export function encodingName(label: string): string | undefined {
  const trimmed = label.trim().toLowerCase();
  if (trimmed === 'x-user-defined') return 'windows-1252';
  try {
    return new TextDecoder(trimmed).encoding;
  } catch {
    return undefined;
  }
}

function scanForMeta(head: string): string | undefined {
  let at = head.indexOf('<');
  while (at >= 0) {
    let next = at + 1;
    if (head.startsWith('<!--', at)) next = after(head, '-->', at + 2);
    else if (/^<meta[\s/]/i.test(head.slice(at, at + 6))) {
      const attributes = new AttributeReader(head, at + 5);
      const declared = encodingOfMeta(attributes);
      if (declared !== undefined) return declared;
      next = attributes.at;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) next = afterTag(head, at);
    else if (/^<[!/?]/.test(head.slice(at, at + 2))) next = after(head, '>', at);
    at = head.indexOf('<', next);
  }
  return undefined;
}

function encodingOfMeta(attributes: AttributeReader): string | undefined {
  const seen = new Map<string, string>();
  for (let pair = attributes.next(); pair !== undefined; pair = attributes.next()) {
    if (!seen.has(pair[0])) seen.set(pair[0], pair[1]);
  }
  const charset = seen.get('charset');
  if (charset !== undefined) return encodingName(charset);
  const content = seen.get('content');
  if (content === undefined || seen.get('http-equiv') !== 'content-type') return undefined;
  const label = charsetOfContentType(content);
  return label === undefined ? undefined : encodingName(label);
}

export function charsetOfContentType(value: string): string | undefined {
  const found = /charset\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(value);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}

function scanXmlDeclaration(head: string): string | undefined {
  if (!head.startsWith('<?xml')) return undefined;
  const label = /encoding\s{0,9}=\s{0,9}["']([\w.:-]+)["']/.exec(head.slice(0, after(head, '>', 0)))?.[1];
  return label === undefined ? undefined : encodingName(label);
}

function afterTag(head: string, at: number): number {
  let name = at + 1;
  while (name < head.length && !/[\s>]/.test(head[name]!)) name++;
  const attributes = new AttributeReader(head, name);
  while (attributes.next() !== undefined);
  return attributes.at;
}

function after(head: string, what: string, from: number): number {
  const found = head.indexOf(what, from);
  return found < 0 ? head.length : found + what.length;
}

/** Reads the attributes of one tag in lower case, like "get an attribute" of the standard. */
class AttributeReader {
  private readonly pattern =
    /[\t\n\f\r /]*(?:([^\t\n\f\r />][^\t\n\f\r />=]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?)?/y;

  constructor(
    private readonly head: string,
    public at: number,
  ) {}

  next(): [name: string, value: string] | undefined {
    this.pattern.lastIndex = this.at;
    const found = this.pattern.exec(this.head);
    this.at = this.pattern.lastIndex || this.head.length;
    const name = found?.[1];
    if (name === undefined || this.at >= this.head.length) return undefined;
    const value = found?.[2] ?? found?.[3] ?? found?.[4] ?? '';
    return [name.toLowerCase(), value.toLowerCase()];
  }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
