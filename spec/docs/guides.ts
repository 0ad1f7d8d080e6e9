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
    'first-call',
    'first-newsletter',
    'transactional-mails',
    'authentication',
    'console',
    'people',
    'command-line',
    'openapi-fetch',
    'common-mistakes',
  ],
  Write: [
    'contacts',
    'double-opt-in',
    'sign-up-forms',
    'mailings',
    'compose-by-blocks',
    'personalization',
    'automation',
    'campaigns-as-code',
  ],
  'Move in': ['coming-from-listmonk', 'coming-from-mailchimp', 'coming-from-brevo'],
  Send: [
    'sending',
    'experiments',
    'send-times',
    'relays-and-bounces',
    'tracking',
    'events',
    'paging',
    'errors',
    'idempotency',
    'workflows',
  ],
  Operate: [
    'one-server',
    'install',
    'reverse-proxies',
    'operation',
    'upgrading',
    'stability',
    'alerts',
    'limits',
    'scale',
    'high-availability',
    'contract-tests',
  ],
};

/** All guides by group, in reading order. */
export function readGuides(): GuideGroup[] {
  return Object.entries(readingOrder).map(([title, names]) => ({ title, guides: names.map(readGuide) }));
}

function readGuide(name: string): Guide {
  const text = readFileSync(join(directory, `${name}.md`), 'utf8').replace(/(?<!!)\[([^\]]+)\]\(\.\.\/[^)]*\)/g, '$1');
  return { name, title: /^# (.+)$/m.exec(text)?.[1] ?? name, text };
}
