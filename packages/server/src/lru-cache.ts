export interface LruLimits {
  readonly entries: number;
  readonly size?: number;
}

export class LruCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly size: number }>();
  #size = 0;

  constructor(
    private readonly limits: LruLimits,
    private readonly sizeOf: (value: Value) => number = () => 0,
  ) {}

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** The newest value is kept whatever its size. */
  set(key: string, value: Value): void {
    this.delete(key);
    const size = this.sizeOf(value);
    this.#entries.set(key, { value, size });
    this.#size += size;
    const { entries, size: most = Number.POSITIVE_INFINITY } = this.limits;
    for (const oldest of this.#entries.keys()) {
      if ((this.#entries.size <= entries && this.#size <= most) || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}

/** Returns the cached value or loads it; failed loads are not cached. */
export function loadThrough<Value>(
  cache: LruCache<Promise<Value>>,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  return loading;
}
