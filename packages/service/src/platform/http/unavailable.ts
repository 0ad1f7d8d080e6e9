import { ApiError } from '@mailwright/server-runtime';
import type { FastifyInstance } from 'fastify';
import { unavailabilityOf } from '../database/retry.ts';
import type { Log } from '../log/log.ts';
import { escapeHtml } from '../text/escape.ts';
import { logFailure } from './log-answers.ts';
import { page, pageHeaders } from './page.ts';

/** Does the work of a request; while the database cannot, it fails with the 503 that the client is told. @throws ApiError 503 */
export function tellingUnavailable<Result>(work: () => Result): Result {
  const result = work();
  return result instanceof Promise ? (result.catch(tell) as Result) : result;
}

function tell(failure: unknown): never {
  const unavailable = unavailabilityOf(failure);
  if (unavailable === undefined) throw failure;
  const { message, retryAfterSeconds } = unavailable;
  throw new ApiError(503, message, { headers: [['Retry-After', String(retryAfterSeconds)]], cause: failure });
}

/** Pages for people that fail: 503 while the database cannot do the work, else 500; the reason is the operator's. */
export function handlePageErrors(pages: FastifyInstance, log: Log): void {
  pages.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    reply.headers(pageHeaders);
    const unavailable = unavailabilityOf(error);
    if (unavailable) {
      return reply.code(503).header('retry-after', String(unavailable.retryAfterSeconds)).send(laterPage());
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode).send(page('Not acceptable', '<h1>This request is not acceptable</h1>'));
    }
    logFailure(log, error, request.id);
    return reply.code(500).send(page('Failure', '<h1>Something went wrong</h1><p>Please try again later.</p>'));
  });
}

const laterPage = (why = '') =>
  page('Back soon', `<h1>Back soon</h1><p>${escapeHtml(why)} Please wait a moment and try again.</p>`);
