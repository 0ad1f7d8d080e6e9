import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { find, loadIndex } from '../page/search.ts';

const index = loadIndex(readFileSync(join(import.meta.dirname, '../../generated/docs/site/search.json'), 'utf8'));

test.each([
  ['unsubcribe contact', 'unsubscribeContact'],
  ['recieve webhok', 'reference/webhooks'],
  ['pagenation', 'guides/paging'],
  ['authentification', 'guides/authentication'],
  ['persnalization', 'guides/personalization'],
  ['duoble opt-in', 'guides/double-opt-in'],
  ['attachement', 'reference/mailing-attachments'],
  ['craete mailing', 'createMailing'],
  ['blaklist', 'reference/blacklists'],
  ['idempotancy', 'guides/idempotency'],
  ['quick strat', 'guides/quick-start'],
  ['trackng', 'guides/tracking'],
])('"%s", mistyped, finds %s among the first five', (query, wanted) => {
  expect(
    find(index, query)
      .slice(0, 5)
      .map(({ id }) => id)
      .join(' '),
  ).toContain(wanted);
});

test.each([
  ['scaling', 'guides/scale.html'],
  ['tracking', 'guides/tracking.html'],
  ['errors', 'guides/errors.html'],
  ['sendMailingNow', 'reference/mailings/sendMailingNow.html'],
])('"%s" finds the page of that title first', (query, wanted) => {
  expect(find(index, query)[0]?.id).toBe(wanted);
});

test.each([
  ['Only HTTPS is accepted.', 'only-https-is-accepted'],
  [
    'Mailing with id 17 is done and cannot be paused; its state must be sending.',
    'mailing-with-id-id-is-state-and-cannot',
  ],
  ['page_size must not exceed 1000 but was 200000', 'name-must-not-exceed'],
  ['Contact filter with id 3 is used by a target group or a trigger mailing.', 'contact-filter-with-id-id-is-used-by'],
  ['body must be UTF-8 text', 'body-must-be-utf-8-text'],
])('the error message "%s" finds its cause first', (query, anchor) => {
  expect(find(index, query)[0]?.id).toContain(`reference/errors.html#${anchor}`);
});
