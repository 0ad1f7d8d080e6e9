import type { ApiError, Fault } from './api-error.ts';
import { reasons } from './reasons.ts';
import { legalText } from './text.ts';

/** The content of an error document. Texts contain only characters that XML allows. */
export interface ErrorFacts {
  status: number;
  /** Reason phrase of the status (RFC 9110 section 15): `Not Found`. */
  reason: string;
  /** Error code for programs: that of the error, or else the reason phrase as one word, `NotFound`. */
  code: string;
  /** Message for people; at most 4000 characters. */
  message: string;
  /** Errors in the body with their positions; undefined if there are none. */
  faults: readonly Fault[] | undefined;
  requestId: string;
  /** Path of the request below the base path. */
  path: string;
}

/** Creates the value of an error document; generated from the schema of the document. */
export type MakeErrorDocument = (facts: ErrorFacts) => unknown;

const maxMessage = 4000;

export function errorFacts(
  { message, code, validationErrors }: ApiError,
  status: number,
  { path }: { path: string },
  requestId: string,
): ErrorFacts {
  const reason = reasons[status] ?? `Status ${status}`;
  return {
    status,
    reason,
    code: code ?? reason.replace(/[^A-Za-z\d]/g, ''),
    message: legalText(message.slice(0, maxMessage)),
    faults: validationErrors.length === 0 ? undefined : validationErrors.map(legalFault),
    requestId,
    path: legalText(path),
  };
}

const legalFault = (fault: Fault): Fault => ({ ...fault, message: legalText(fault.message.slice(0, maxMessage)) });

/** The enum value that corresponds to a code, `NOT_FOUND` for `NotFound`; otherwise the first. */
export function codeFor(wanted: string, codes: readonly string[]): string | undefined {
  const letters = (text: string) => text.replace(/[^a-z]/gi, '').toLowerCase();
  return codes.find((code) => letters(code) === letters(wanted)) ?? codes[0];
}
