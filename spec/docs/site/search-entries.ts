import type { Guide } from '../guides.ts';
import type { Topic } from '../topics.ts';

/** What can be found. */
export interface SearchEntry {
  title: string;
  /** Where it is. */
  url: string;
  /** `guide`, or method and path of an operation. */
  kind: string;
  /** operationId; empty for guides. */
  id: string;
  /** Words of its text, each once, in lower case. */
  words: string;
}

/** Everything that can be found: guides by their sections, operations. */
export function searchEntries(topics: Topic[], guides: Guide[]): SearchEntry[] {
  return [...guides.flatMap(guideEntries), ...topics.flatMap(({ tags }) => tags.flatMap(tagEntries))];
}

function guideEntries({ name, title, html }: Guide): SearchEntry[] {
  const url = `/docs/guides/${name}`;
  const [first = '', ...sections] = html.split(/(?=<h2 )/);
  return [
    { title, url, kind: 'guide', id: '', words: wordsOf(first) },
    ...sections.map((section) => {
      const [, anchor = '', heading = ''] = /^<h2 id="([^"]*)">(.*?)<\/h2>/.exec(section) ?? [];
      return {
        title: `${title}: ${plain(heading)}`,
        url: `${url}#${anchor}`,
        kind: 'guide',
        id: '',
        words: wordsOf(section),
      };
    }),
  ];
}

function tagEntries({ title, operations }: Topic['tags'][number]): SearchEntry[] {
  return operations.map(({ operation: { method, path, summary, id, description }, address }) => ({
    title: summary ?? id,
    url: address,
    kind: `${method} ${path}`,
    id,
    words: wordsOf(`${title} ${path} ${description ?? ''}`),
  }));
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" };
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/&[#\w]+;/g, (text) => entities[text] ?? ' ');

function wordsOf(html: string): string {
  return [
    ...new Set(
      plain(html)
        .toLowerCase()
        .match(/[\p{L}\p{N}]{2,}/gu) ?? [],
    ),
  ].join(' ');
}
