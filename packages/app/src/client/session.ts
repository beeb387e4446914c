import type { Session as Caller } from '@webpith/server/api';
import { useEffect, useState } from 'preact/hooks';

/** The current user; without a name if the user must sign in first. */
export type Session = Partial<Caller> & Pick<Caller, 'tokensRequired'>;

const STORED_AS = 'pith-annotator';
const CHANGED = 'pith-annotator-changed';

export function annotatorName(): string {
  return localStorage.getItem(STORED_AS) ?? 'local';
}

export function setAnnotatorName(name: string): void {
  const plain = name
    .trim()
    .replace(/[^\w.@-]+/g, '-')
    .slice(0, 64);
  localStorage.setItem(STORED_AS, plain || 'local');
  dispatchEvent(new Event(CHANGED));
}

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
