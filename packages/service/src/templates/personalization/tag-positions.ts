import { addressesIn } from '../../platform/text/addresses-in-text.ts';
import { readHtml } from '../../platform/text/html.ts';

/** Kind of a text; determines how values in it are escaped. */
export type TextContext = 'html' | 'plain' | 'header';

/** A part of a template in which values are written in a way of their own. */
export interface TagPosition {
  start: number;
  /** Behind the last character. */
  end: number;
  kind: 'attribute' | 'url';
}

const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'background',
  'cite',
  'poster',
  'data',
  'srcset',
]);

/** The places of a text, in order: values of attributes, and web addresses in a plain text. */
export function placesIn(template: string, context: TextContext): TagPosition[] {
  if (context === 'header') return [];
  return context === 'html' ? tagPositionsInHtml(template) : tagPositionsInText(template);
}

function tagPositionsInHtml(html: string): TagPosition[] {
  const places: TagPosition[] = [];
  let kind: TagPosition['kind'] = 'attribute';
  const callbacks = {
    onattribname: (start: number, end: number) => {
      kind = urlAttributes.has(html.slice(start, end).toLowerCase()) ? 'url' : 'attribute';
    },
    onattribdata: (start: number, end: number) => places.push({ start, end, kind }),
  };
  readHtml(html, callbacks, callbacks);
  return places;
}

function tagPositionsInText(text: string): TagPosition[] {
  return addressesIn(text).map((position) => ({ ...position, kind: 'url' }));
}
