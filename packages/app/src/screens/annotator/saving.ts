import { useEffect } from 'preact/hooks';
import type { Edit, LabelOperation } from '../../annotation/labels.js';
import { server } from '../../client/api.js';
import { asProblem } from '../../client/request.js';
import { sharedState } from '../../client/state.js';

interface SaveStatus {
  readonly state: 'saved' | 'saving' | 'failed';
  readonly unsaved: number;
  readonly reason?: string | undefined;
}

interface Unsaved {
  readonly page: string;
  readonly annotator: string;
  operations: readonly LabelOperation[];
  done?: boolean | undefined;
}

/** Operations per request; the server accepts at most 5000. */
const MAX_OPERATIONS = 1000;
const RETRY_MS = 1000;

const unsaved = new Map<string, Unsaved>();
const status = sharedState<SaveStatus>({ state: 'saved', unsaved: 0 });
const keyOf = (page: string, annotator: string) => `${page} ${annotator}`;
let isSaving = false;

export const useSaveStatus = status.use;

/** Saves edits in the background, in order; edits made during a request are sent together in the next one. */
export function saveEdits(page: string, annotator: string, edits: readonly Edit[], done?: boolean): void {
  const key = keyOf(page, annotator);
  const entry = unsaved.get(key) ?? { page, annotator, operations: [] };
  entry.operations = [...entry.operations, ...edits.map(edit => ({ id: uuid(), ...edit }))];
  entry.done = done ?? entry.done;
  unsaved.set(key, entry);
  void saveAll();
}

export function unsavedEdits(page: string, annotator: string): readonly Edit[] {
  return unsaved.get(keyOf(page, annotator))?.operations ?? [];
}

/** Sends everything unsaved. A failed request is repeated once; the ids of its operations make that safe. */
export async function saveAll(): Promise<void> {
  show('saving');
  if (isSaving) return;
  isSaving = true;
  try {
    for (let [entry] = unsaved.values(); entry !== undefined; [entry] = unsaved.values()) {
      const current = entry;
      await save(current).catch(async () => {
        await new Promise(resolve => setTimeout(resolve, RETRY_MS));
        await save(current);
      });
      show('saving');
    }
    show('saved');
  } catch (error) {
    const { message, remedy } = asProblem(error);
    show('failed', `${message} ${remedy}`.trim());
  } finally {
    isSaving = false;
  }
}

async function save(entry: Unsaved): Promise<void> {
  const { page, annotator } = entry;
  const operations = entry.operations.slice(0, MAX_OPERATIONS);
  const done = operations.length === entry.operations.length ? entry.done : undefined;
  await server.saveLabels(page, annotator, { operations, done });
  entry.operations = entry.operations.slice(operations.length);
  if (entry.done === done) entry.done = undefined;
  if (entry.operations.length === 0 && entry.done === undefined) unsaved.delete(keyOf(page, annotator));
}

function show(state: SaveStatus['state'], reason?: string): void {
  const sizes = [...unsaved.values()].map(({ operations }) => Math.max(operations.length, 1));
  status.set({ state, unsaved: sizes.reduce((sum, size) => sum + size, 0), reason });
}

export function useSavingGuard(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
}

/** A random UUID (version 4). `crypto.randomUUID` is missing in insecure contexts. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
