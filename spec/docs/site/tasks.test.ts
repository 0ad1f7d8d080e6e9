import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { find, loadIndex } from '../page/search.ts';

/** Twenty tasks of a newcomer: the words that somebody types who does not know ours, and the page that answers. */
const tasks: [task: string, typed: string, pages: string[]][] = [
  ['start the service', 'how to install', ['guides/quick-start', 'guides/install']],
  ['use the packages outside of the clone', 'npm install client', ['guides/packages']],
  ['send a first newsletter', 'send newsletter', ['guides/first-newsletter', 'guides/quick-start', 'guides/sending']],
  ['create an API key', 'api key', ['guides/authentication']],
  ['import subscribers of an Excel file', 'import excel', ['guides/contacts']],
  ['add one subscriber', 'add subscriber', ['reference/contacts/createContactByEmail', 'guides/contacts']],
  [
    'find a contact by its address',
    'find contact by email',
    ['reference/contacts/getContactByEmail', 'reference/contacts/findContacts'],
  ],
  ['put the first name into the subject', 'merge tag first name', ['guides/personalization']],
  ['ask for a double opt-in', 'double opt in', ['guides/double-opt-in']],
  ['unsubscribe somebody', 'unsubscribe', ['reference/contacts/unsubscribeContact', 'guides/contacts']],
  ['choose who gets a mailing', 'segment', ['reference/contact-filters', 'reference/target-groups']],
  ['send a test mail', 'test email', ['reference/mailing-checks/sendMailingTestEmail']],
  ['schedule a mailing', 'send later', ['reference/regular-mailings/createMailingSchedule']],
  ['see opens and clicks', 'open rate', ['guides/tracking', 'reference/reports', 'reference/report-counts']],
  ['be told of bounces', 'webhook bounce', ['reference/webhooks', 'guides/tracking']],
  [
    'send an order confirmation',
    'transactional email',
    ['reference/transactional-mails', 'reference/transactions', 'reference/trigger-mailings'],
  ],
  ['sign mails', 'dkim', ['guides/sending', 'guides/operation']],
  ['make a backup', 'backup', ['guides/operation']],
  ['repeat a request without sending twice', 'retry', ['guides/idempotency', 'guides/errors']],
  ['read the next page of a list', 'pagination', ['guides/paging']],
];
const folder = join(import.meta.dirname, '../../generated/docs/site');
const index = loadIndex(readFileSync(join(folder, 'search.json'), 'utf8'));

/** Results that are looked at without scrolling. */
const shownResults = 5;
const mostClicks = 2;

const answers = (pages: string[], address: string) =>
  pages.some(
    (page) => address === `${page}.html` || address.startsWith(`${page}.html#`) || address.startsWith(`${page}/`),
  );

/** Fewest clicks from the first page to each page. */
function clicksFromStart(): Map<string, number> {
  const clicks = new Map([['index.html', 0]]);
  for (const [page, count] of clicks) {
    const text = readFileSync(join(folder, page), 'utf8');
    for (const [, href = ''] of text.matchAll(/<a\b[^>]* href="([^"#?]+\.html)/g)) {
      const target = posix.join(posix.dirname(page), href);
      if (!clicks.has(target)) clicks.set(target, count + 1);
    }
  }
  return clicks;
}
const clicks = clicksFromStart();

test('there are twenty tasks, each of which has a page', () => {
  expect(tasks).toHaveLength(20);
  const known = globSync('**/*.html', { cwd: folder });
  for (const [task, , pages] of tasks) for (const page of pages) expect(known, task).toContain(`${page}.html`);
});

test.each(tasks)('%s: "%s" is found by search in one click', (_, typed, pages) => {
  const addresses = find(index, typed).map(({ id }) => id);
  const place = addresses.findIndex((address) => answers(pages, address));
  expect(place, addresses.slice(0, shownResults).join(' ')).toBeGreaterThanOrEqual(0);
  expect(place, addresses.slice(0, shownResults).join(' ')).toBeLessThan(shownResults);
});

test.each(tasks)(`%s: found by links in at most ${mostClicks} clicks`, (_task, _typed, pages) => {
  expect(clicks.get(`${pages[0]}.html`)).toBeLessThanOrEqual(mostClicks);
});
