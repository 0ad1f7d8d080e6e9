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

/** The guides of the API, in reading order. */
export function readGuides(): Guide[] {
  return ['authentication', 'paging', 'errors', 'idempotency', 'personalisation'].map((name) => {
    const text = readFileSync(join(directory, `${name}.md`), 'utf8');
    const title = text.match(/^# (.+)$/m)?.[1] ?? name;
    const body = text
      .replace(/^# .+$/m, '')
      .replace(/^## /gm, '### ')
      .replace(/\]\((\w+)\.md\)/g, '](#$1)');
    return { name, title, html: marked.parse(body, { async: false }) };
  });
}
