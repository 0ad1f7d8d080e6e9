import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';

const directory = join(import.meta.dirname, '../../docs/guides');

export interface Guide {
  /** Name of the file without its ending; also the address in the page. */
  name: string;
  title: string;
  html: string;
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
  'contract-tests',
];

/** All guides, in reading order. */
export function readGuides(): Guide[] {
  return readingOrder.map((name) => {
    const text = readFileSync(join(directory, `${name}.md`), 'utf8');
    const title = text.match(/^# (.+)$/m)?.[1] ?? name;
    const body = text
      .replace(/^# .+$/m, '')
      .replace(/^## /gm, '### ')
      // Links between guides stay in the page; what else the repository holds is not there.
      .replace(/\]\(([\w-]+)\.md(?:#[\w-]*)?\)/g, '](#$1)')
      .replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');
    return { name, title, html: accessible(marked.parse(body, { async: false })) };
  });
}

/** What scrolls sideways can be reached by the keyboard, and no header of a table is empty. */
function accessible(html: string): string {
  return html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<table tabindex="0">')
    .replaceAll('<th></th>', '<td></td>');
}
