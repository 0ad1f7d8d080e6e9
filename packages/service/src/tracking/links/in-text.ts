import { addressesIn } from '../../platform/text/addresses-in-text.ts';
import { type LinkPosition, maxTracked } from './link-position.ts';
import { targetOf } from './target.ts';

/** The links that can be followed in a plain text, in order. */
export function linksInText(text: string): LinkPosition[] {
  const links: LinkPosition[] = [];
  for (const { start, end } of addressesIn(text)) {
    if (links.length === maxTracked) break;
    const target = targetOf(text.slice(start, end));
    if (target) links.push({ ...target, start, end, format: 'text', label: '', tags: [] });
  }
  return links;
}
