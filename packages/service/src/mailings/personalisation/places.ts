import { readHtml } from './html.ts';

/** A part of a template in which values are written in a way of their own. */
export interface Place {
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

/** The values of attributes in an HTML document, in order. */
export function placesInHtml(html: string): Place[] {
  const places: Place[] = [];
  let kind: Place['kind'] = 'attribute';
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

/** The web addresses in a plain text, in order. */
export function placesInText(text: string): Place[] {
  return Array.from(text.matchAll(address), (match) => {
    return { start: match.index, end: match.index + match[0].length, kind: 'url' as const };
  });
}
