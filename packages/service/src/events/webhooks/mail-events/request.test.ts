import type { MailEvent } from '@mailwright/server';
import { expect, test } from 'vitest';
import { mailEventsBody, requestId } from './request.ts';

const clicked: MailEvent = {
  id: 'click-1',
  type: 'clicked',
  timestamp: 2,
  contact: { id: 81 },
  mailing_id: 7,
  link_id: 3,
};
const step: MailEvent = { id: 'step-9', type: 'deferred', timestamp: 1, mail_id: 'm', tags: [], code: 451 };

test.each<[string[], MailEvent[]]>([
  [[], [clicked, step]],
  [
    ['mailing_id', 'code', 'nothing'],
    [
      { id: 'click-1', type: 'clicked', timestamp: 2, contact: { id: 81 }, mailing_id: 7 },
      { id: 'step-9', type: 'deferred', timestamp: 1, code: 451 },
    ],
  ],
])('with the fields %j, events have what every event has, and these', (fields, events) => {
  expect(JSON.parse(mailEventsBody([clicked, step], fields))).toEqual({ type: 'mail_events', timestamp: 2, events });
});

test.each([
  ['the same events', { webhook_id: 5, round: 1 }, ['click-1', 'step-9'], true],
  ['a new round', { webhook_id: 5, round: 2 }, ['click-1', 'step-9'], false],
  ['another webhook', { webhook_id: 6, round: 1 }, ['click-1', 'step-9'], false],
  ['more events', { webhook_id: 5, round: 1 }, ['click-1', 'step-9', 'step-10'], false],
  ['one of them erased', { webhook_id: 5, round: 1 }, ['click-1', 'click-2', 'step-9'], false],
] as const)('a request with %s: the same id is %3$s', (_, progress, ids, same) => {
  const id = requestId(
    progress,
    ids.map((id) => ({ id })),
  );
  expect(id === requestId({ webhook_id: 5, round: 1 }, [{ id: 'click-1' }, { id: 'step-9' }])).toBe(same);
});
