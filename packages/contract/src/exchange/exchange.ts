/** Header lines in the order they came; names in any case. */
export type HeaderLines = [name: string, value: string][];

export interface SentRequest {
  method: string;
  /** Absolute, with its query string. */
  url: string;
  headers: HeaderLines;
  /** Empty when there is none. */
  body: Uint8Array;
}

export interface ReceivedResponse {
  status: number;
  headers: HeaderLines;
  /** Empty when there is none. */
  body: Uint8Array;
}

/** One request as it went over the wire, and what came back. */
export interface Exchange {
  request: SentRequest;
  response: ReceivedResponse;
}

/** Values of a header, one for each line; the name in any case. */
export function headerValues(headers: HeaderLines, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}

/** The lines of a header joined by commas (RFC 9110 section 5.2); undefined when there are none. */
export function header(headers: HeaderLines, name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 0 ? undefined : values.join(', ');
}
