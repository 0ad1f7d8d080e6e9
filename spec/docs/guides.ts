import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const directory = join(import.meta.dirname, '../../docs/guides');

export interface Guide {
  /** Name of the file without its ending. */
  name: string;
  title: string;
  /** Markdown that links only to pages of the site. */
  text: string;
}

export interface GuideGroup {
  title: string;
  guides: Guide[];
}

const readingOrder = {
  Start: [
    'quick-start',
    'doors',
    'packages',
    'first-newsletter',
    'transactional-mails',
    'authentication',
    'console',
    'people',
    'command-line',
    'common-mistakes',
  ],
  Write: ['contacts', 'double-opt-in', 'sign-up-forms', 'mailings', 'personalization'],
  'Move in': ['coming-from-listmonk', 'coming-from-mailchimp', 'coming-from-brevo'],
  Send: ['sending', 'relays-and-bounces', 'tracking', 'paging', 'errors', 'idempotency'],
  Operate: ['install', 'operation', 'alerts', 'limits', 'scale', 'high-availability', 'contract-tests'],
};

/** All guides by group, in reading order. */
export function readGuides(): GuideGroup[] {
  return Object.entries(readingOrder).map(([title, names]) => ({ title, guides: names.map(readGuide) }));
}

function readGuide(name: string): Guide {
  const text = readFileSync(join(directory, `${name}.md`), 'utf8').replace(/\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
}
