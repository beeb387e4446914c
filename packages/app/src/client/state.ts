import { useEffect, useState } from 'preact/hooks';

export function storedState<T extends object>(name: string, defaults: T): T {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`pith-${name}`) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...defaults, ...stored } : defaults;
  } catch {
    return defaults;
  }
}

export function storeState(name: string, value: object): void {
  localStorage.setItem(`pith-${name}`, JSON.stringify(value));
}

export function useStoredState<T extends object>(name: string, defaults: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => storedState(name, defaults));
  return [
    value,
    next => {
      storeState(name, next);
      setValue(next);
    },
  ];
}

/** A value shared by components, which are rendered again when the value changes. */
export function sharedState<T>(initial: T) {
  let value = initial;
  const watchers = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(next: T) {
      value = next;
      for (const watcher of watchers) watcher(next);
    },
    use(): T {
      const [shown, setShown] = useState(value);
      useEffect(() => {
        const follow = (next: T) => setShown(() => next);
        watchers.add(follow);
        follow(value);
        return () => void watchers.delete(follow);
      }, []);
      return shown;
    },
  };
}

export function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
