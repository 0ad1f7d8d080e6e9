import MiniSearch from 'minisearch';
import { type Section, searchOptions } from '../page/search.ts';
import type { Page } from './pages.ts';

/** The index of the search in JSON: pages, and sections of those that are not operations. */
export function searchIndex(pages: Page[], contents: ReadonlyMap<string, string>): string {
  const index = new MiniSearch<Section>(searchOptions);
  index.addAll(
    pages.filter(({ isPlain }) => !isPlain).flatMap((page) => sectionsOf(page, contents.get(page.path) ?? '')),
  );
  return JSON.stringify(index);
}

function sectionsOf({ path, title, kind, id = '' }: Page, html: string): Section[] {
  const url = `${path}.html`;
  if (id) return [{ id: url, title, kind, name: id, text: plain(html) }];
  const [first = '', ...sections] = html.split(/(?=<h[23] id=)/);
  return [
    { id: url, title, kind, name: path.split('/').at(-1)!, text: plain(first) },
    ...sections.map((section) => {
      const [, anchor, heading = ''] = /^<h[23] id="([^"]*)">(.*?)<\/h[23]>/s.exec(section) ?? [];
      return { id: `${url}#${anchor}`, title: `${title}: ${plain(heading)}`, kind, name: '', text: plain(section) };
    }),
  ];
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };
const plain = (html: string) =>
  html
    .replace(/<pre.*?<\/pre>|<[^>]*>/gs, ' ')
    .replace(/&\w+;/g, (text) => entities[text] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
