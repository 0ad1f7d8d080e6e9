import { type LinkPosition, maxTracked } from './link-position.ts';
import { targetOf } from './target.ts';

/** A web address with the tags in it, whose fallbacks may hold spaces. */
const address = /\bhttps?:\/\/(?:\[\[[^[\]]*\]\]|\[[^[\]]*\]|[^\s<>"[\]])+/gi;

/** The links that can be followed in a plain text, in order. */
export function linksInText(text: string): LinkPosition[] {
  const links: LinkPosition[] = [];
  for (const { 0: found, index: start } of text.matchAll(address)) {
    if (links.length === maxTracked) break;
    const value = withoutPunctuation(found);
    const target = targetOf(value);
    if (target) links.push({ ...target, start, end: start + value.length, format: 'text', label: '', tags: [] });
  }
  return links;
}

/** What ends a sentence, and a bracket that the address has not opened, is not part of an address. */
function withoutPunctuation(value: string): string {
  let end = value.length;
  const opened = value.indexOf('(');
  for (; end > 0; end--) {
    const last = value[end - 1]!;
    const closes = last === ')' && (opened === -1 || opened >= end);
    if (!closes && !".,;:!?'*_".includes(last)) break;
  }
  return value.slice(0, end);
}
