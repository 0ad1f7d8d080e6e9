import { badRequest } from './api-error.ts';
import { nearest } from './nearest.ts';
import { header, type RawRequest } from './raw.ts';
import { show } from './text.ts';

/** A query parameter that an operation does not know. */
export interface UnknownInput {
  name: string;
  /** What was probably meant. */
  meant: string | undefined;
}

export const unknownInput = (name: string, known: Iterable<string>): UnknownInput => ({
  name,
  meant: nearest(name, known),
});

const mostTold = 10;

/** Whether the client wants to be refused rather than misunderstood (RFC 7240 section 4.4). */
function isStrict(request: RawRequest): boolean {
  return /(^|,)\s*handling\s*=\s*"?strict"?\s*([;,]|$)/i.test(header(request, 'prefer') ?? '');
}

/** @throws ApiError 400 naming what is unknown, where the client asks for it */
export function refuseUnknown(request: RawRequest, unknown: readonly UnknownInput[]): void {
  if (unknown.length > 0 && isStrict(request)) throw badRequest(unknown.slice(0, mostTold).map(told).join('; '));
}

const told = ({ name, meant }: UnknownInput): string =>
  `the parameter ${show(name)} is not known${meant === undefined ? '' : `; did you mean ${show(meant)}?`}`;

/** Value of `Ignored-Input`, a list of strings (RFC 9651): `"permision";in=query;did-you-mean="permission"`. */
export function ignoredInput(unknown: readonly UnknownInput[]): string {
  const text = (value: string) =>
    `"${value
      .replace(/[^\x20-\x7e]/g, '?')
      .replace(/["\\]/g, '\\$&')
      .slice(0, 200)}"`;
  return unknown
    .slice(0, mostTold)
    .map(({ name, meant }) => `${text(name)};in=query${meant === undefined ? '' : `;did-you-mean=${text(meant)}`}`)
    .join(', ');
}
