import { escapeHeader } from '../../platform/text/escape.ts';
import { placesIn, type TagPosition, type TextContext } from './tag-positions.ts';
import { placeFinder, writers, writingIn } from './writers.ts';

/** A tag in a template: `[[NAMESPACE|FIELD|fallback]]`. */
export interface Tag {
  namespace: string;
  field: string;
  /** Fallback for a missing value, as written by the author. */
  fallback: string;
  start: number;
  /** Behind the last character. */
  end: number;
  /** Writes a value so that it stays a value where the tag stands. */
  write(value: string): string;
}

/**
 * `[[NAMESPACE|FIELD|fallback]]`; only in web addresses: `[NAMESPACE|FIELD|fallback]`, `[+|ACCOUNT|KEY|fallback]`. A field in
 * quotes may be a path into lists, `"lines[0].name"`.
 */
const pattern =
  /\[\[([A-Z]+)\|("(?:[^"[\]|]|\[\d{1,6}\])+"|[^[\]|]+)(?:\|([^[\]]*))?\]\]|\[(\+\|(?=ACCOUNT\|))?([A-Z]+)\|([^[\]|]+)(?:\|([^[\]]*))?\]/g;

/**
 * The tags of a template in order: `[[NAMESPACE|FIELD]]`; inside of web addresses also `[NAMESPACE|FIELD]`, and
 * `[+|ACCOUNT|KEY]` for a piece of an address that keeps its separators.
 * @param places of the template, where they are not those that its text says
 */
export function findTags(
  template: string,
  context: TextContext,
  places: readonly TagPosition[] = placesIn(template, context),
): Tag[] {
  const tags: Tag[] = [];
  const placeAt = placeFinder(places);
  for (const match of template.matchAll(pattern)) {
    const [text, double, doubleField, doubleFallback, plus, single, singleField, singleFallback] = match;
    const start = match.index;
    const place = placeAt(start);
    if (double === undefined && place?.kind !== 'url') continue;
    const fallback = doubleFallback ?? singleFallback ?? '';
    const position = place?.start === start ? 'url' : plus === undefined ? 'url_part' : 'url_piece';
    tags.push({
      namespace: (double ?? single)!,
      field: (doubleField ?? singleField)!,
      fallback: context === 'header' ? escapeHeader(fallback) : fallback,
      start,
      end: start + text.length,
      write: writers[writingIn(context, place, position)],
    });
  }
  return tags;
}
