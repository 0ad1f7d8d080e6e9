import type { Api, OperationTable } from './api.ts';
import { createDispatcher } from './dispatcher.ts';
import { toFetchHandler } from './fetch.ts';
import { type AnyHandlers, implementApiPartially } from './implementation.ts';
import { Reply } from './reply.ts';

/** Marks a response to a request that is of no operation. */
const UNKNOWN = 'x-mock-unknown';

/**
 * Answers requests to an API with some handlers, for tests of clients. It validates requests, but asks nobody for credentials.
 * Undefined for requests to operations without a handler.
 */
export function mockFetch(
  api: Api,
  handlers: AnyHandlers<undefined>,
  baseUrl: string,
): (request: Request) => Promise<Response | undefined> {
  const handled = Object.entries(api.operations).filter(([id]) => handlers[id] !== undefined);
  const operations = Object.fromEntries(handled.map(([id, table]) => [id, withoutSecurity(table)]));
  const given = Object.fromEntries(handled.map(([id]) => [id, handlers[id]]));
  const { security: _, ...open } = api;
  const dispatch = createDispatcher(implementApiPartially<undefined>({ ...open, operations }, given), {
    requireHttps: false,
    formatError: (error, { operation }) =>
      operation ? undefined : new Reply(error.status, '', { 'content-type': 'text/plain', [UNKNOWN]: 'true' }),
  });
  const answer = toFetchHandler(dispatch, { basePath: new URL(baseUrl).pathname.replace(/\/$/, '') });
  return async (request) => {
    const response = await answer(request);
    return response.headers.has(UNKNOWN) ? undefined : response;
  };
}

const withoutSecurity = (table: OperationTable): OperationTable => ({ ...table, secured: false, security: [] });
