import type { PageSource } from '../client/extract.js';

/** What was pasted: an address where it is one line that looks like one, else HTML. */
export function sourceFromText(text: string): PageSource {
  const pasted = text.trim();
  if (/^https?:\/\/\S+$/i.test(pasted)) return { url: pasted };
  if (/^[^\s<>/]+\.[a-z]{2,}(?:\/\S*)?$/i.test(pasted)) return { url: `https://${pasted}` };
  return { html: text };
}

/** A file's bytes as they are: the server finds out how they are encoded. */
export async function sourceFromFile(file: Blob): Promise<PageSource> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The file could not be read. Choose it again.'));
    reader.readAsDataURL(file);
  });
  return { bytes: address.slice(address.indexOf(',') + 1) };
}
