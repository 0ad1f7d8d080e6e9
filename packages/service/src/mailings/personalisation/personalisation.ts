import {
  escapeAttribute,
  escapeHeader,
  escapeHtml,
  escapeUrl,
  escapeUrlPart,
  escapeUrlPiece,
} from '../../platform/text/escape.ts';
import { type Place, placesInHtml, placesInText } from './places.ts';

/** Where a tag stands decides how its value is written. */
export type TextContext = 'html' | 'plain' | 'header';

/** Looks a tag's value up; undefined when there is none. */
export type TagValues = (namespace: string, field: string) => string | undefined;

/** `[[NAMESPACE|FIELD|fallback]]`; only in web addresses: `[NAMESPACE|FIELD|fallback]`, `[+|ACCOUNT|KEY|fallback]`. */
const tag =
  /\[\[([A-Z]+)\|([^[\]|]+)(?:\|([^[\]]*))?\]\]|\[(\+\|(?=ACCOUNT\|))?([A-Z]+)\|([^[\]|]+)(?:\|([^[\]]*))?\]/g;

/**
 * Fills personalisation tags `[[NAMESPACE|FIELD]]` and `[[NAMESPACE|FIELD|fallback]]`; inside of web addresses also
 * `[NAMESPACE|FIELD]`, and `[+|ACCOUNT|KEY]` for a piece of an address that keeps its separators. A value is inserted as
 * a value and never read again, so a tag inside a contact's data stays text. Without a value and a fallback a tag becomes
 * empty.
 */
export function personalise(template: string, context: TextContext, values: TagValues): string {
  const places = context === 'html' ? placesInHtml(template) : context === 'plain' ? placesInText(template) : [];
  let passed = 0;
  return template.replace(tag, (text: string, ...found) => {
    const [double, doubleField, doubleFallback, plus, single, singleField, singleFallback, at] = found;
    while (passed < places.length && places[passed]!.end <= at) passed++;
    const next = places[passed];
    const place = next !== undefined && next.start <= at ? next : undefined;
    if (double === undefined && place?.kind !== 'url') return text;
    const fallback: string = doubleFallback ?? singleFallback ?? '';
    const value = values(double ?? single, doubleField ?? singleField);
    if (value !== undefined && value !== '') {
      const inAddress = place?.start === at ? escapeUrl : plus === undefined ? escapeUrlPart : escapeUrlPiece;
      return written(value, context, place, inAddress);
    }
    return context === 'header' ? escapeHeader(fallback) : fallback;
  });
}

function written(
  value: string,
  context: TextContext,
  place: Place | undefined,
  inAddress: (value: string) => string,
): string {
  if (context === 'header') return escapeHeader(value);
  if (place?.kind === 'url') {
    const address = inAddress(value);
    return context === 'html' ? escapeAttribute(address) : address;
  }
  if (context === 'plain') return value;
  return place ? escapeAttribute(value) : escapeHtml(value);
}
