import { ApiError } from './api-error.ts';

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
  release(): void;
}

const retryAfterSeconds = 2;

/**
 * Counts decompressed bodies, by their announced length or while they arrive, until their requests are answered. A body beyond
 * a limit is rejected with 503, so that the memory of the process is bounded and no client can use all of it.
 */
export class BodiesUnderWay {
  #bounds: BodyBounds;
  #all = 0;
  #clients = new Map<unknown, number>();

  constructor(bounds: BodyBounds) {
    this.#bounds = bounds;
  }

  begin(client: unknown): BodyUnderWay {
    let taken = 0;
    return {
      take: (bytes) => {
        const ofClient = (this.#clients.get(client) ?? 0) + bytes;
        if (ofClient > this.#bounds.client) throw tooMany(this.#bounds.client, 'of requests of your own');
        if (this.#all + bytes > this.#bounds.all) throw tooMany(this.#bounds.all, 'of all requests');
        taken += bytes;
        this.#all += bytes;
        this.#clients.set(client, ofClient);
      },
      release: () => {
        this.#all -= taken;
        const left = (this.#clients.get(client) ?? 0) - taken;
        if (left > 0) this.#clients.set(client, left);
        else this.#clients.delete(client);
        taken = 0;
      },
    };
  }
}

const tooMany = (bound: number, whose: string): ApiError =>
  new ApiError(
    503,
    `At most ${bound} bytes in bodies ${whose} may be under way at once; repeat this request when others are answered.`,
    { headers: [['retry-after', String(retryAfterSeconds)]] },
  );
