import { ApiError } from './api-error.ts';
import { SharedMemory } from './shared-memory.ts';
import { type Parts, turns } from './turns.ts';

/** Limits of the bytes of request bodies in memory. */
export interface BodyBounds {
  all: number;
  /** Limit per client, as identified by the hook `clientOf`. */
  client: number;
}

/** A body, from its first byte until the request is answered. */
export interface BodyUnderWay {
  /** Counts bytes before they are stored. @throws ApiError 503 if there are too many; none is counted then */
  take(bytes: number): void;
  /** Waits for the memory of the value that is read from the body. @throws ApiError 503 */
  expand(bytes: number): Promise<void>;
  /** Does long work in turns with that of other clients. */
  run<T>(parts: Parts<T>): Promise<T>;
  release(): void;
}

const retryAfterSeconds = 2;

/**
 * Counts decompressed bodies, by their announced length or while they arrive, until their requests are answered. A body beyond
 * a limit is rejected with 503, so that the memory of the process is bounded and no client can use all of it. Values of long
 * bodies may together take twice the memory of all bodies, those of one client once.
 */
export class BodiesUnderWay {
  #bounds: BodyBounds;
  #all = 0;
  #clients = new Map<unknown, number>();
  #values: SharedMemory;

  constructor(bounds: BodyBounds = { all: Number.POSITIVE_INFINITY, client: Number.POSITIVE_INFINITY }) {
    this.#bounds = bounds;
    this.#values = new SharedMemory({ all: 2 * bounds.all, client: bounds.all });
  }

  begin(client: unknown): BodyUnderWay {
    let taken = 0;
    let giveBack = () => {};
    return {
      take: (bytes) => {
        const ofClient = (this.#clients.get(client) ?? 0) + bytes;
        if (ofClient > this.#bounds.client) throw tooMany(this.#bounds.client, 'of requests of your own');
        if (this.#all + bytes > this.#bounds.all) throw tooMany(this.#bounds.all, 'of all requests');
        taken += bytes;
        this.#all += bytes;
        this.#clients.set(client, ofClient);
      },
      expand: async (bytes) => {
        giveBack = await this.#values.acquire(client, bytes);
      },
      run: (parts) => turns.run(client, parts),
      release: () => {
        this.#all -= taken;
        const left = (this.#clients.get(client) ?? 0) - taken;
        if (left > 0) this.#clients.set(client, left);
        else this.#clients.delete(client);
        taken = 0;
        giveBack();
        giveBack = () => {};
      },
    };
  }
}

const tooMany = (bound: number, whose: string): ApiError =>
  new ApiError(
    503,
    `At most ${bound} bytes in bodies ${whose} may be under way at once; repeat this request when others are answered.`,
    { headers: [['Retry-After', String(retryAfterSeconds)]] },
  );
