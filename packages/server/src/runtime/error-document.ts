import { negotiate, offer } from './accept.ts';
import type { ErrorTypes } from './api.ts';
import type { ApiError, Fault } from './api-error.ts';
import type { RawResponse } from './raw.ts';
import { legalText } from './text.ts';

/** Writes an error document in the form that the client prefers, else in the operation's own. */
export type WriteError = (error: ApiError, accept: string | undefined, preferJson: boolean) => RawResponse;

export function errorWriter({ xml, json }: ErrorTypes): WriteError {
  const offers = [xml, json].filter((type) => type !== undefined).map((mediaType) => offer(mediaType));
  const both = [...offers].reverse();
  return (error, accept, preferJson) => {
    const ordered = preferJson ? both : offers;
    const chosen = ordered[Math.max(0, negotiate(accept, ordered))]?.names[0];
    const asXml = xml !== undefined && chosen === xml;
    return {
      status: error.status,
      headers: [['content-type', asXml ? xml : (json ?? 'application/json')], ...error.headers],
      body: asXml ? toXml(error) : toJson(error),
    };
  };
}

const maxMessage = 4000;

function toJson({ message, validationErrors }: ApiError): string {
  return JSON.stringify({
    message: message.slice(0, maxMessage).toWellFormed(),
    ...(validationErrors.length > 0 && { validation_error: validationErrors }),
  });
}

function toXml({ message, validationErrors }: ApiError): string {
  const faults = validationErrors.map(faultXml).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<error><message>${escapeXml(message)}</message>${faults}</error>`;
}

function faultXml({ column, line, message }: Fault): string {
  const place =
    (column === undefined ? '' : `<column>${column}</column>`) + (line === undefined ? '' : `<line>${line}</line>`);
  return `<validation_error>${place}<message>${escapeXml(message)}</message></validation_error>`;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

function escapeXml(text: string): string {
  return legalText(text.slice(0, maxMessage)).replace(/[&<>\r]/g, (character) => escapes[character] as string);
}
