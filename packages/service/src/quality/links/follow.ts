import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { FetchAnswer, FetchOptions, GuardedFetch } from '../../platform/fetch/fetch.ts';

/** Statuses of servers that do not support HEAD. */
const unknownMethod = new Set([403, 404, 405, 501]);

/**
 * Follows a link. Sends HEAD first, which costs servers little, then GET for the first byte if HEAD is rejected. Retries once
 * after a temporary failure.
 */
export async function followLink(fetch: GuardedFetch, url: string): Promise<FetchAnswer | FetchFailure> {
  const ask = (options: FetchOptions) => outcomeOf(fetch(url, { ...options, maxBytes: 0 }));
  const get: FetchOptions = { headers: { range: 'bytes=0-0' } };
  const head = await ask({ method: 'HEAD' });
  if (head instanceof FetchFailure) {
    return head.fault === 'connection' ? ask(get) : head;
  }
  if (unknownMethod.has(head.status) || head.status >= 500) return ask(get);
  return head;
}

/** The answer, or why there is none. */
export async function outcomeOf(answer: Promise<FetchAnswer>): Promise<FetchAnswer | FetchFailure> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
}
