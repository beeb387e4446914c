import { useState } from 'preact/hooks';

/** What was chosen last under a name, over the defaults; what cannot be read is ignored. */
export function storedState<T extends object>(name: string, usual: T): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(`pith-${name}`) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...usual, ...kept } : usual;
  } catch {
    return usual;
  }
}

/** A state that is kept in the browser's storage. */
export function useStoredState<T extends object>(name: string, usual: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => storedState(name, usual));
  return [
    value,
    next => {
      localStorage.setItem(`pith-${name}`, JSON.stringify(next));
      setValue(next);
    },
  ];
}
