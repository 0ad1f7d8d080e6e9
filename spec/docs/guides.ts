import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';

const directory = join(import.meta.dirname, '../../docs/guides');

export interface Guide {
  /** Name of the file without its ending; also its address below `/docs/guides`. */
  name: string;
  title: string;
  html: string;
  /** As it is written, in Markdown. */
  text: string;
}

const readingOrder = [
  'quick-start',
  'first-newsletter',
  'authentication',
  'contacts',
  'double-opt-in',
  'mailings',
  'personalisation',
  'sending',
  'tracking',
  'paging',
  'errors',
  'common-mistakes',
  'idempotency',
  'limits',
  'command-line',
  'operation',
  'scale',
  'contract-tests',
];

/** All guides, in reading order. */
export function readGuides(): Guide[] {
  return readingOrder.map((name) => {
    const text = readFileSync(join(directory, `${name}.md`), 'utf8');
    const title = text.match(/^# (.+)$/m)?.[1] ?? name;
    const body = text
      .replace(/^# .+$/m, '')
      // Links between guides stay in the site; what else the repository holds is not there.
      .replace(/\]\(([\w-]+)\.md(#[\w-]*)?\)/g, '](/docs/guides/$1$2)')
      .replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');
    return { name, title, text, html: accessible(marked.parse(body, { async: false })) };
  });
}

/** What scrolls sideways can be reached by the keyboard, and no header of a table is empty. */
function accessible(html: string): string {
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<table tabindex="0">')
    .replaceAll('<th></th>', '<td></td>')
    .replace(/<h([23])>(.*?)<\/h\1>/g, (_, level, title) => `<h${level} id="${anchor(title)}">${title}</h${level}>`);
}

/** The place of a heading, as GitHub names it. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/<[^>]*>|&[#\w]+;|[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-');
