import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import { signedHeaders } from './signature.ts';

/** The status with which a receiver says that there is no webhook any more (RFC 9110, section 15.5.11). */
export const gone = 410;

interface Request {
  url: string;
  secret: Uint8Array;
  /** `webhook-id`: the same if the request is repeated. */
  id: string;
  at: Date;
  /** JSON. */
  body: string;
}

/** Posts a signed request. Returns the status of the answer, null without one, and what was wrong unless it was taken. */
export async function post(
  fetch: GuardedFetch,
  { url, secret, id, at, body }: Request,
): Promise<{ status: number | null; fault: string | undefined }> {
  const headers = { 'content-type': 'application/json', ...signedHeaders(secret, id, at, body) };
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body, maxBytes: 0, redirect: 'manual' });
    return { status, fault: status >= 200 && status < 300 ? undefined : `it answered ${status}` };
  } catch (error) {
    if (error instanceof FetchFailure) return { status: null, fault: error.message };
    throw error;
  }
}
