import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LabError } from '../errors.js';
import { isSafeId, type Page } from './corpus.js';
import { asObject, readIfThere, writeAtomically } from './files.js';

export interface PageLabels {
  readonly id: string;
  /** Digest of the page's bytes (`pageDigest`): node ids are valid for these bytes only. */
  readonly digest: string;
  readonly nodes: Readonly<Record<number, string>>;
  readonly annotator?: string;
  readonly type?: string;
}

export function pageDigest(html: Uint8Array): string {
  return createHash('sha256').update(html).digest('hex');
}

export async function writeLabels(dir: string, labels: PageLabels): Promise<void> {
  const file = labelFile(dir, labels.id);
  await mkdir(join(dir, 'labels'), { recursive: true });
  await writeAtomically(file, `${JSON.stringify(labels)}\n`);
}

/** Reads the labels of a page, if any. Throws if they are for different bytes, whose node ids differ. */
export async function readLabels(
  dir: string,
  page: { readonly id: string; readonly html: Uint8Array },
): Promise<PageLabels | undefined> {
  const file = labelFile(dir, page.id);
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  const labels = parseLabels(text, file);
  const digest = pageDigest(page.html);
  if (labels.id !== page.id || labels.digest !== digest) {
    const message = `${file}: the labels are for page “${labels.id}” with digest ${labels.digest}, but the page is “${page.id}” with digest ${digest}. Label the page again.`;
    throw new LabError('bad-labels', message);
  }
  return labels;
}

function parseLabels(text: string, file: string): PageLabels {
  const refuse = (what: string, cause?: unknown) =>
    new LabError('bad-labels', `${file}: ${what}. Label the page again.`, { cause });
  let value: Partial<PageLabels> | null;
  try {
    value = JSON.parse(text) as Partial<PageLabels> | null;
  } catch (error) {
    throw refuse(`not JSON (${(error as Error).message})`, error);
  }
  if (typeof value?.id !== 'string' || typeof value.digest !== 'string' || !isLabelMap(value.nodes)) {
    throw refuse('expected {id, digest, nodes: {node id: label}}');
  }
  return value as PageLabels;
}

function isLabelMap(value: unknown): boolean {
  const nodes = asObject(value);
  if (nodes === undefined) return false;
  return Object.entries(nodes).every(([id, label]) => /^\d{1,9}$/.test(id) && typeof label === 'string');
}

function labelFile(dir: string, id: string): string {
  if (!isSafeId(id)) {
    throw new LabError('bad-labels', `The id ${JSON.stringify(id)} cannot be a file name. Rename the page.`);
  }
  return join(dir, 'labels', `${id}.json`);
}

interface PostLabels {
  readonly id: string;
  readonly digest: string;
  readonly posts: readonly { readonly parent: number | null; readonly depth: number }[];
}

export async function withPostLabels(dir: string, page: Page): Promise<Page> {
  if (page.posts === undefined || !isSafeId(page.id)) return page;
  const file = join(dir, `${page.id}.json`);
  const text = await readIfThere(file);
  if (text === undefined) return page;
  const { digest, posts } = JSON.parse(text) as PostLabels;
  if (digest !== pageDigest(page.html) || posts.length !== page.posts.length) {
    const message = `${file}: the labels are for ${posts.length} posts of a page with digest ${digest}, but the page has ${page.posts.length} and digest ${pageDigest(page.html)}. Label the page again.`;
    throw new LabError('bad-labels', message);
  }
  return { ...page, posts: page.posts.map((post, i) => ({ ...post, ...posts[i]! })) };
}
