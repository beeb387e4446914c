import type { Session as Caller } from '@webpith/server/api';
import { useEffect, useState } from 'preact/hooks';

/** Who the server takes one for; no name where it asks for a token first. */
export type Session = Partial<Caller> & Pick<Caller, 'tokensRequired'>;

const STORED_AS = 'pith-annotator';
const CHANGED = 'pith-annotator-changed';

/** The name under which labels of this browser are kept where the server asks for no tokens. */
export function annotatorName(): string {
  return localStorage.getItem(STORED_AS) ?? 'local';
}

/** Keeps another name, without the characters that the server takes in no name. */
export function setAnnotatorName(name: string): void {
  const plain = name
    .trim()
    .replace(/[^\w.@-]+/g, '-')
    .slice(0, 64);
  localStorage.setItem(STORED_AS, plain || 'local');
  dispatchEvent(new Event(CHANGED));
}

/** The name, anew whenever it changes in this window or another. */
export function useAnnotatorName(): string {
  const [name, setName] = useState(annotatorName);
  useEffect(() => {
    const follow = () => setName(annotatorName());
    for (const event of [CHANGED, 'storage']) addEventListener(event, follow);
    return () => {
      for (const event of [CHANGED, 'storage']) removeEventListener(event, follow);
    };
  }, []);
  return name;
}
