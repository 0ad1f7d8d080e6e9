import { ApiError } from './api-error.ts';

interface Waiting {
  bytes: number;
  begin(): void;
}

const patienceMillis = 60_000;
const retryAfterSeconds = 5;

/**
 * Memory of what bodies become when they are read, which may be many times their length. A body waits until enough is free; the
 * clients that wait take turns. More than a client may hold counts as that, so that the largest body is read too.
 */
export class SharedMemory {
  #free: number;
  readonly #ofClient: number;
  readonly #held = new Map<unknown, number>();
  /** By client, in the order of their next turns; none is empty. */
  readonly #lines = new Map<unknown, Waiting[]>();

  constructor({ all, client }: { all: number; client: number }) {
    this.#free = all;
    this.#ofClient = Math.min(client, all);
  }

  /** Resolves with a function that returns the memory. @throws ApiError 503 after a minute */
  async acquire(client: unknown, wanted: number): Promise<() => void> {
    const bytes = Math.min(wanted, this.#ofClient);
    await this.#wait(client, bytes);
    return () => {
      this.#free += bytes;
      const left = this.#held.get(client)! - bytes;
      if (left > 0) this.#held.set(client, left);
      else this.#held.delete(client);
      this.#grant();
    };
  }

  #wait(client: unknown, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#remove(client, waiting);
        reject(tooBusy());
        this.#grant();
      }, patienceMillis).unref();
      const line = this.#lines.get(client);
      if (line) line.push(waiting);
      else this.#lines.set(client, [waiting]);
      this.#grant();
    });
  }

  /** Begins what fits. A client that may hold more but does not find enough is waited for, or small bodies would starve it. */
  #grant(): void {
    for (const [client, line] of this.#lines) {
      const [waiting] = line as [Waiting];
      const held = this.#held.get(client) ?? 0;
      if (held + waiting.bytes > this.#ofClient) continue;
      if (waiting.bytes > this.#free) return;
      this.#free -= waiting.bytes;
      this.#held.set(client, held + waiting.bytes);
      this.#remove(client, waiting);
      waiting.begin();
    }
  }

  /** Removes a body from the line of its client, which goes behind the others. */
  #remove(client: unknown, waiting: Waiting): void {
    const left = this.#lines.get(client)?.filter((each) => each !== waiting) ?? [];
    this.#lines.delete(client);
    if (left.length > 0) this.#lines.set(client, left);
  }
}

const tooBusy = () =>
  new ApiError(503, 'Too many long bodies are being read; repeat this request when others are answered.', {
    headers: [['Retry-After', String(retryAfterSeconds)]],
  });
