import { expect, test } from 'vitest';
import { sayIn } from '../../words.ts';
import { deliveryBadge } from './list.ts';
import { draftOf, readSettings, settingsOf, type Webhook } from './settings.ts';

const webhook: Webhook = {
  id: 5,
  created: '2031-02-03 04:05:06',
  url: 'https://shop.example.com/hooks',
  events: ['bounce', 'unsubscription'],
  active: false,
  urlParams: [{ name: 'city', standard_contact_field: 'CITY' }],
  standardFields: ['CITY'],
  customFields: ['HAT'],
  eventFields: ['mailing_id'],
};
const event = { type: 'mailing_state' } as NonNullable<Webhook['last_delivery']>['event'];

test.each([
  [undefined, '–'],
  [{ attempts: 0, next_attempt: 1 }, 'Waiting'],
  [{ attempts: 1, next_attempt: 1 }, 'To be repeated'],
  [{ attempts: 2, status: 500, next_attempt: 1 }, 'To be repeated'],
  [{ attempts: 3, status: 204 }, 'Delivered'],
  [{ attempts: 15, status: 302 }, 'Given up'],
  [{ attempts: 15 }, 'Given up'],
])('a delivery %j', (delivery, wanted) => {
  const shown = deliveryBadge(sayIn('en'), { ...webhook, ...(delivery && { last_delivery: { event, ...delivery } }) });
  expect(String(shown)).toContain(wanted);
});

test.each([
  [{ attempts: 0, gap: false }, '–'],
  [{ attempts: 0, status: 204, gap: false }, 'Delivered'],
  [{ attempts: 2, status: 503, next_attempt: 1, gap: false }, 'To be repeated'],
  [{ attempts: 12, gap: false }, 'Given up'],
  [{ attempts: 0, status: 204, gap: true }, 'Stopped'],
])('requests with events of mails %j', (progress, wanted) => {
  const shown = deliveryBadge(sayIn('en'), { ...webhook, progress: { begins: 1, ...progress } });
  expect(String(shown)).toContain(wanted);
});

test('settings that nobody changes stay, also those that the console does not show', () => {
  const { id: _, created: _created, ...draft } = webhook;
  expect(draftOf(settingsOf(webhook), webhook)).toEqual(draft);
});

test('boxes that are not ticked are off', () => {
  const form = new FormData();
  form.set('url', ' https://shop.example.com/ ');
  form.set('event-doi', 'yes');
  expect(draftOf(readSettings(form))).toEqual({ url: 'https://shop.example.com/', events: ['doi'], active: false });
});

test('kinds of events of mails and their number belong to webhooks that send them; mailings stay', () => {
  const form = new FormData();
  form.set('url', 'https://shop.example.com/');
  form.set('mail-clicked', 'yes');
  form.set('batch', '100');
  expect(draftOf(readSettings(form))).not.toHaveProperty('mailEvents');
  form.set('event-mail_events', 'yes');
  const before: Webhook = { ...webhook, events: ['mail_events'], mailEvents: { mailings: [7], batchSize: 1 } };
  const mailEvents = { types: ['clicked'], mailings: [7], batchSize: 100 };
  expect(draftOf(readSettings(form), before)).toMatchObject({ mailEvents });
  const { id: _, created: _created, ...draft } = { ...before, mailEvents };
  expect(draftOf(settingsOf({ ...before, mailEvents: mailEvents as Webhook['mailEvents'] & object }), before)).toEqual(
    draft,
  );
});
