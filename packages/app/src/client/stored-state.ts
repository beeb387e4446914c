import { useState } from 'preact/hooks';

/** What was chosen last under a name, over the defaults; what cannot be read is ignored. */
export function storedState<T extends object>(name: string, defaults: T): T {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`pith-${name}`) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...defaults, ...stored } : defaults;
  } catch {
    return defaults;
  }
}

/** A state that is kept in the browser's storage. */
export function useStoredState<T extends object>(name: string, defaults: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => storedState(name, defaults));
  return [
    value,
    next => {
      localStorage.setItem(`pith-${name}`, JSON.stringify(next));
      setValue(next);
    },
  ];
}
