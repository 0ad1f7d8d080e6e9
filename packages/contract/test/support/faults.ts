import { header, type ReceivedResponse, type SentRequest } from '../../src/exchange/exchange.ts';
import type { Disturb } from './mock-target.ts';

export type Change = (response: ReceivedResponse) => ReceivedResponse;
type When = (response: ReceivedResponse, request: SentRequest) => boolean;

/** Changes answers that `when` applies to. */
export const changed =
  (when: When, change: Change): Disturb =>
  async (request, honest) => {
    const response = await honest(request);
    return when(response, request) ? change(response) : response;
  };

/** Answers a request that deserves a status as if it were the good one that `repair` makes of it. */
export const lenient =
  (status: number, repair: (request: SentRequest) => SentRequest): Disturb =>
  async (request, honest) => {
    const response = await honest(request);
    const isAskedFor = header(request.headers, 'prefer') !== undefined;
    return response.status === status && !isAskedFor ? honest(repair(request)) : response;
  };

export const status =
  (wanted: number): When =>
  (response) =>
    response.status === wanted;

/** Good answers to requests of this method whose address holds this text. */
export const good =
  (method: string, part: string): When =>
  (response, request) =>
    response.status < 300 && request.method === method && request.url.includes(part);

export const text =
  (change: (body: string) => string): Change =>
  (response) => ({ ...response, body: Buffer.from(change(Buffer.from(response.body).toString())) });

/** Sets a header of an answer, or takes it away. */
export const headerLine =
  (name: string, value?: string): Change =>
  (response) => ({ ...response, headers: replaced(response.headers, name, value) });

export const withHeader =
  (name: string, value: string) =>
  (request: SentRequest): SentRequest => ({ ...request, headers: replaced(request.headers, name, value) });

function replaced(headers: [string, string][], name: string, value?: string): [string, string][] {
  const others = headers.filter(([each]) => each.toLowerCase() !== name.toLowerCase());
  return value === undefined ? others : [...others, [name, value]];
}
