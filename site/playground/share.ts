/** The state of the playground in a link: JSON, compressed, in base64url, after the `#`, which browsers do not send. */
export interface Shared {
  readonly html: string;
  readonly url: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Bytes of a page in a link; a small link may unpack to gigabytes. */
const MAX_BYTES = 20_000_000;

export async function toFragment(state: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return `page=${btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Undefined if the fragment has no page; throws if it is damaged or too large. */
export async function fromFragment(fragment: string): Promise<Shared | undefined> {
  const packed = /^#?page=([\w-]+)$/.exec(fragment)?.[1];
  if (packed === undefined) return undefined;
  const text = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(text, sign => sign.charCodeAt(0));
  const state: unknown = JSON.parse(await unpacked(bytes));
  const { html, url, options } = (state ?? {}) as Partial<Shared>;
  if (typeof html !== 'string') throw new Error('the link contains no page');
  return {
    html,
    url: typeof url === 'string' ? url : '',
    options: typeof options === 'object' && options !== null ? options : {},
  };
}

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    length += step.value.length;
    if (length > MAX_BYTES) {
      await reader.cancel();
      throw new Error('the page in the link is larger than 20 MB');
    }
    text += decoder.decode(step.value, { stream: true });
  }
  return text + decoder.decode();
}
