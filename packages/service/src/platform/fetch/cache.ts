const keptMillis = 10 * 60_000;
const maxBytes = 32 * 1024 * 1024;
/** What an entry takes beside its value. */
const overhead = 1024;

interface Entry<Value> {
  value: Value;
  bytes: number;
  expires: number;
}

/** Keeps values for ten minutes, up to 32 MB together; what came first goes first. */
export class ShortCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>();
  #bytes = 0;

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expires > Date.now()) return entry?.value;
    this.#delete(key);
    return undefined;
  }

  set(key: string, value: Value, bytes: number): void {
    this.#delete(key);
    const entry = { value, bytes: bytes + overhead, expires: Date.now() + keptMillis };
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= maxBytes) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
