import { expect, test } from 'vitest';
import { missingParts } from './readiness.ts';

const ready = {
  type: 'regular' as const,
  subject: 'Hello',
  sender: 'news@example.com',
  html: '<p>Hi</p> [[LINK|UNSUBSCRIBE]]',
  text_body: null,
  target_group_id: 7,
};

const doi = (change: object) => ({ type: 'doi' as const, target_group_id: null, ...change });

test.each([
  ['a complete regular mailing', {}, []],
  ['text only', { html: null, text_body: 'Hi [[LINK|UNSUBSCRIBE]]' }, []],
  ['no way out in one part', { text_body: 'Hi' }, ['link [[LINK|UNSUBSCRIBE]] in the text']],
  ['no content', { html: '' }, ['content (html or text)']],
  ['no sender', { sender: null }, ['sender']],
  ['no target group', { target_group_id: null }, ['target group']],
  ['a doi mailing needs no target group, but a link', doi({}), ['link [[LINK|DOI_CONFIRM]] in the html']],
  [
    'another link, and another tag of the name',
    doi({ html: '[[LINK|UNSUBSCRIBE]] [[CONTACT|DOI_CONFIRM]]' }),
    ['link [[LINK|DOI_CONFIRM]] in the html'],
  ],
  ['a doi mailing with the link', doi({ html: '<a href="[LINK|DOI_CONFIRM]">Yes</a>' }), []],
  [
    'single brackets outside of an address',
    doi({ html: '[LINK|DOI_CONFIRM]' }),
    ['link [[LINK|DOI_CONFIRM]] in the html'],
  ],
  [
    'the link in one part only',
    doi({ html: '[[LINK|DOI_CONFIRM]]', text_body: 'Hi' }),
    ['link [[LINK|DOI_CONFIRM]] in the text'],
  ],
  ['a doi mailing without anything', doi({ html: null }), ['content (html or text)']],
  [
    'nothing',
    { subject: ' ', html: null, sender: null, target_group_id: null },
    ['subject', 'content (html or text)', 'sender', 'target group'],
  ],
])('%s', (_, change, wanted) => {
  const mailing = { ...ready, ...change };
  expect(missingParts(mailing, mailing).map(({ name }) => name)).toEqual(wanted);
});
