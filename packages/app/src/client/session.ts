import type { Session as Caller } from '@webpith/server/api';
import { sharedState } from './state.js';

/** The current user; without a name if the user must sign in first. */
export type Session = Partial<Caller> & Pick<Caller, 'tokensRequired'>;

const STORED_AS = 'pith-annotator';
const storedName = () => localStorage.getItem(STORED_AS) ?? 'local';
const name = sharedState(storedName());
addEventListener('storage', () => name.set(storedName()));

/** The name of the annotator in this browser, used if the server requires no tokens. */
export const annotatorName = name.get;
export const useAnnotatorName = name.use;

export function setAnnotatorName(wanted: string): void {
  const plain = wanted
    .trim()
    .replace(/[^\w.@-]+/g, '-')
    .slice(0, 64);
  localStorage.setItem(STORED_AS, plain || 'local');
  name.set(storedName());
}

/** True while the dialog for the user's name or token is open. */
export const sessionDialog = sharedState(false);
