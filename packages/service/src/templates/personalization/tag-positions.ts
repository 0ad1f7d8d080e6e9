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
  readHtml(html, {
    onattribname: (start, end) => {
      kind = urlAttributes.has(html.slice(start, end).toLowerCase()) ? 'url' : 'attribute';
    },
    onattribdata: (start, end) => places.push({ start, end, kind }),
  });
  return places;
}

/** A web address in a text, with the tags in it, whose fallbacks may hold spaces. */
const address = /\bhttps?:\/\/(?:\[\[[^[\]]*\]\]|\[[^[\]]*\]|[^\s<>"[\]])+/gi;

function tagPositionsInText(text: string): TagPosition[] {
  return Array.from(text.matchAll(address), (match) => {
    return { start: match.index, end: match.index + match[0].length, kind: 'url' as const };
  });
}
