import { closeBidi, withoutBidi } from '../../platform/text/bidi.ts';
import {
  escapeAttribute,
  escapeHeader,
  escapeHtml,
  escapeUrl,
  escapeUrlPart,
  escapeUrlPiece,
} from '../../platform/text/escape.ts';
import type { TagPosition, TextContext } from './tag-positions.ts';

/**
 * The ways in which a value is written so that it stays a value where it stands, and turns no text around it: of subjects and
 * names its changes of the writing direction are dropped, elsewhere they end with it.
 */
export const writers = {
  header: (value: string) => escapeHeader(withoutBidi(value)),
  plain: closeBidi,
  html: (value: string) => escapeHtml(closeBidi(value)),
  attribute: (value: string) => escapeAttribute(closeBidi(value)),
  /** At the beginning of an address, in its middle, and as a piece with separators of its own. */
  url: escapeUrl,
  url_part: escapeUrlPart,
  url_piece: escapeUrlPiece,
  html_url: (value: string) => escapeAttribute(escapeUrl(value)),
  html_url_part: (value: string) => escapeAttribute(escapeUrlPart(value)),
  html_url_piece: (value: string) => escapeAttribute(escapeUrlPiece(value)),
};

export type WriterName = keyof typeof writers;

/**
 * How a value is written in a place of a text.
 * @param place around it, when it stands in one
 */
export function writingIn(
  context: TextContext,
  place: TagPosition | undefined,
  position: 'url' | 'url_part' | 'url_piece',
): WriterName {
  if (context === 'header') return 'header';
  if (place?.kind === 'url') return context === 'html' ? `html_${position}` : position;
  if (context === 'plain') return 'plain';
  return place ? 'attribute' : 'html';
}

/** Finds the places around positions that are asked for in rising order. */
export function placeFinder<Place extends { start: number; end: number }>(
  places: readonly Place[],
): (position: number) => Place | undefined {
  let passed = 0;
  return (position) => {
    while (passed < places.length && places[passed]!.end <= position) passed++;
    const next = places[passed];
    return next !== undefined && next.start <= position ? next : undefined;
  };
}
