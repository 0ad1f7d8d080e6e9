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

/** A tag in a template: `[[NAMESPACE|FIELD|fallback]]`. */
export interface Tag {
  namespace: string;
  field: string;
  /** What stands in the place of a missing value, as it was written by the template's author. */
  fallback: string;
  start: number;
  /** Behind the last character. */
  end: number;
  /** Writes a value so that it stays a value where the tag stands. */
  write(value: string): string;
}

/** `[[NAMESPACE|FIELD|fallback]]`; only in web addresses: `[NAMESPACE|FIELD|fallback]`, `[+|ACCOUNT|KEY|fallback]`. */
const pattern =
  /\[\[([A-Z]+)\|([^[\]|]+)(?:\|([^[\]]*))?\]\]|\[(\+\|(?=ACCOUNT\|))?([A-Z]+)\|([^[\]|]+)(?:\|([^[\]]*))?\]/g;

const keep = (value: string) => value;

/**
 * The tags of a template in order: `[[NAMESPACE|FIELD]]`; inside of web addresses also `[NAMESPACE|FIELD]`, and
 * `[+|ACCOUNT|KEY]` for a piece of an address that keeps its separators.
 */
export function findTags(template: string, context: TextContext): Tag[] {
  const places = context === 'html' ? placesInHtml(template) : context === 'plain' ? placesInText(template) : [];
  const tags: Tag[] = [];
  let passed = 0;
  for (const match of template.matchAll(pattern)) {
    const [text, double, doubleField, doubleFallback, plus, single, singleField, singleFallback] = match;
    const start = match.index;
    while (passed < places.length && places[passed]!.end <= start) passed++;
    const next = places[passed];
    const place = next !== undefined && next.start <= start ? next : undefined;
    if (double === undefined && place?.kind !== 'url') continue;
    const fallback = doubleFallback ?? singleFallback ?? '';
    const inAddress = place?.start === start ? escapeUrl : plus === undefined ? escapeUrlPart : escapeUrlPiece;
    tags.push({
      namespace: (double ?? single)!,
      field: (doubleField ?? singleField)!,
      fallback: context === 'header' ? escapeHeader(fallback) : fallback,
      start,
      end: start + text.length,
      write: writer(context, place, inAddress),
    });
  }
  return tags;
}

function writer(context: TextContext, place: Place | undefined, inAddress: (value: string) => string): Tag['write'] {
  if (context === 'header') return escapeHeader;
  if (place?.kind === 'url') return context === 'html' ? (value) => escapeAttribute(inAddress(value)) : inAddress;
  if (context === 'plain') return keep;
  return place ? escapeAttribute : escapeHtml;
}
