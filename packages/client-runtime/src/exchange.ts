import type { Connection } from './connection.ts';
import { ConnectionError } from './errors/unanswered.ts';

/** Sends a request. Rejects with a `ConnectionError` if the network fails. */
export async function exchange({ fetch }: Connection, request: Request, operationId: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    throw new ConnectionError(operationId, `No connection to ${new URL(request.url).host}: ${reason(cause)}`, cause);
  }
}

// Node's fetch only says "fetch failed"; the reason is in `cause`.
function reason(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
