import type { RawRequest } from './raw.ts';

const first = 10_000_000;
const last = 99_999_999;
let random = '';
let count = last;

/** The id that the client sent in a header, if it is fit for a log, else a new one. */
export function requestIdOf({ headers }: RawRequest, header: string | undefined): string {
  const sent = header === undefined ? undefined : headers[header];
  return typeof sent === 'string' && /^[\w.:+/=-]{1,128}$/.test(sent) ? sent : newRequestId();
}

/** Shaped like a UUID (RFC 9562) and as unlikely to meet another: random but for the last eight digits, which count. */
function newRequestId(): string {
  if (count === last) {
    random = crypto.randomUUID().slice(0, -8);
    count = first;
  }
  return random + count++;
}
