import { compilePart, type Replacement, render, type Sources, type Template } from '../personalization/compile.ts';
import { placesIn, type TextContext } from '../personalization/tag-positions.ts';
import { findTags } from '../personalization/tags.ts';
import { placeFinder, writingIn } from '../personalization/writers.ts';
import { filterOf } from './filter-name.ts';
import type { Markup } from './messages.ts';

/** A content of a mailing. */
export interface TextTemplate<Recipient> {
  template: string;
  context: TextContext;
  /** As `compileTemplate` takes them. */
  replacements?: readonly Replacement<Recipient>[] | undefined;
}

/** A template as Liquid gets it: with a mark where something is filled in that Liquid never sees. */
export interface LiquidSource<Recipient> {
  source: string;
  /** By the number in the mark. */
  substitutions: Template<Recipient>['substitutions'];
}

interface Piece<Recipient> {
  start: number;
  end: number;
  /** What stands there: a text of the source, or something that is filled in for a recipient. */
  put: string | ((recipient: Recipient) => string);
}

/**
 * Prepares a template: tags of this service and tracked addresses become marks, and each output of Liquid gets a filter
 * that writes its value as the place demands it. Tags within Liquid's own markup stay text.
 * @param mark of a number, which nobody's data can have in it
 */
export function liquidSource<Recipient>(
  { template, context, replacements = [] }: TextTemplate<Recipient>,
  markup: readonly Markup[],
  sources: Sources<Recipient>,
  mark: (number: number) => string,
): LiquidSource<Recipient> {
  const places = placesIn(masked(template, markup, 'x'), context);
  const tags = findTags(masked(template, markup, '['), context, places);
  const isFree = overlaps(markup);
  const free = replacements.filter(isFree);
  const isOutside = overlaps(free);
  const pieces: Piece<Recipient>[] = [];
  for (const { start, end, fill } of free) {
    const original = compilePart(template, start, end, tags, sources);
    pieces.push({ start, end, put: (recipient) => fill(recipient) ?? render(original, recipient) });
  }
  for (const tag of tags.filter(isOutside)) {
    const filled = compilePart(template, tag.start, tag.end, [tag], sources);
    pieces.push({ start: tag.start, end: tag.end, put: (recipient) => render(filled, recipient) });
  }
  const placeAt = placeFinder(places);
  /** Where the tags of Liquid begin of which nothing but others stands before the markup that is looked at. */
  let tagsFrom = 0;
  let passedMarkup = 0;
  for (const output of markup) {
    if (output.start !== passedMarkup) tagsFrom = output.start;
    passedMarkup = output.end;
    if (output.kind !== 'output') continue;
    const place = placeAt(output.start);
    // Tags of Liquid write nothing.
    const begins = place !== undefined && tagsFrom <= place.start;
    tagsFrom = output.end;
    const writing = writingIn(context, place, begins ? 'url' : 'url_part');
    const asItIs = output.raw && (writing === 'html' || writing === 'plain');
    const put = asItIs ? '' : ` | ${filterOf(writing)} `;
    pieces.push({ start: output.contentEnd, end: output.contentEnd, put });
  }
  pieces.sort((one, other) => one.start - other.start);
  const substitutions: Template<Recipient>['substitutions'][number][] = [];
  let source = '';
  let passed = 0;
  for (const { start, end, put } of pieces) {
    source += template.slice(passed, start) + (typeof put === 'string' ? put : mark(substitutions.push(put) - 1));
    passed = end;
  }
  return { source: source + template.slice(passed), substitutions };
}

/** The template with other symbols in the place of its markup, so that whoever reads it sees no braces and no quotes. */
function masked(template: string, markup: readonly Markup[], symbol: string): string {
  let text = '';
  let passed = 0;
  for (const { start, end } of markup) {
    text += template.slice(passed, start) + symbol.repeat(end - start);
    passed = end;
  }
  return text + template.slice(passed);
}

type Range = { start: number; end: number };

/** Reports whether a range, each behind the one before it, has nothing in common with ranges in order. */
function overlaps(ranges: readonly Range[]): (range: Range) => boolean {
  let passed = 0;
  return ({ start, end }) => {
    while (passed < ranges.length && ranges[passed]!.end <= start) passed++;
    return passed === ranges.length || ranges[passed]!.start >= end;
  };
}
