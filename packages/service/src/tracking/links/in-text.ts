import type { LinkPosition } from './link-position.ts';
import { targetOf } from './target.ts';

/** A web address with the tags in it, whose fallbacks may hold spaces. */
const address = /\bhttps?:\/\/(?:\[\[[^[\]]*\]\]|\[[^[\]]*\]|[^\s<>"[\]])+/gi;

/** The links that can be followed in a plain text, in order. */
export function linksInText(text: string): LinkPosition[] {
  return Array.from(text.matchAll(address)).flatMap((match) => {
    const value = withoutPunctuation(match[0]);
    const target = targetOf(value);
    if (target === undefined) return [];
    const { index: start } = match;
    return [{ ...target, start, end: start + value.length, format: 'text' as const, label: '', tags: [] }];
  });
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
