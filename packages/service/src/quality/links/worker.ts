import { readPage } from '../content/page.ts';
import { anchorsOf, decodeUrl, type FoundLink, findLinks } from './find.ts';

/** Finds the links of both parts in a worker thread, and the places of the page that they lead to. */
export function readLinks({ html, text, most }: { html: string | null; text: string | null; most: number }): {
  links: FoundLink[];
  anchors: Set<string>;
} {
  const page = html === null ? undefined : readPage(html);
  const links = findLinks(page, text).slice(0, most);
  const wanted = new Set(links.flatMap(({ url }) => (url.startsWith('#') ? [decodeUrl(url.slice(1))] : [])));
  const anchors = anchorsOf(page);
  return { links, anchors: new Set([...wanted].filter((name) => anchors.has(name))) };
}
