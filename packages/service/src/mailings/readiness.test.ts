import { expect, test } from 'vitest';
import { missingParts } from './readiness.ts';

const ready = {
  type: 'regular' as const,
  subject: 'Hello',
  sender: 'news@example.com',
  html: '<p>Hi</p>',
  text_body: null,
  target_group_id: 7,
};

test.each([
  ['a complete regular mailing', {}, []],
  ['text only', { html: null, text_body: 'Hi' }, []],
  ['no content', { html: '' }, ['content (html or text)']],
  ['no sender', { sender: null }, ['sender']],
  ['no target group', { target_group_id: null }, ['target group']],
  ['a doi mailing needs no target group', { type: 'doi' as const, target_group_id: null }, []],
  [
    'nothing',
    { subject: ' ', html: null, sender: null, target_group_id: null },
    ['subject', 'content (html or text)', 'sender', 'target group'],
  ],
])('%s', (_, change, wanted) => {
  expect(missingParts({ ...ready, ...change })).toEqual(wanted);
});
