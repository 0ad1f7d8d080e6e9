/** Bytes of an entry in addition to its value. */
const overhead = 1024;

interface Entry<Value> {
  value: Value;
  bytes: number;
  expires: number;
}

export interface CacheLimits {
  keptMillis: number;
  /** Of all values together. */
  maxBytes: number;
}

/** Keeps values for some time by the monotonic clock, up to a number of bytes in all. The oldest value is dropped first. */
export class ShortCache<Value> {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expires > performance.now()) return entry?.value;
    this.#delete(key);
    return undefined;
  }

  set(key: string, value: Value, bytes: number): void {
    this.#delete(key);
    const entry = { value, bytes: bytes + overhead, expires: performance.now() + this.#limits.keptMillis };
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limits.maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
