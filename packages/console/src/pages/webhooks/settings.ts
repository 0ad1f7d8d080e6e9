import type { Client } from '@mailwright/client';
import { fieldPart, switchPart } from '../../components/conflict.ts';
import { textOf } from '../../components/forms.ts';
import type { FormPart } from '../../web/conflicts.ts';
import { type Say, type Words, words } from '../../words.ts';

export type Webhook = Awaited<ReturnType<ReturnType<Client['webhooks']['get']>['orThrow']>>;
export type Draft = Parameters<Client['webhooks']['create']>[0]['body'];
type EventType = NonNullable<Webhook['events']>[number];
type MailEventType = NonNullable<NonNullable<Webhook['mailEvents']>['types']>[number];

/** Types of events, with what happened in words. */
export const eventTypes: readonly (readonly [EventType, Words])[] = [
  ['unsubscription', words('A contact unsubscribed')],
  ['doi', words('A contact confirmed an opt-in')],
  ['bounce', words('A mail bounced')],
  ['block', words('A contact was blocked or unblocked')],
  ['mailing_state', words('The state of a mailing changed')],
  ['filtered', words('A contact was excluded from a mailing')],
  ['contact_field_change', words('Fields of a contact changed')],
  ['transactional_mail', words('Something happened to a transactional mail')],
  ['automation_step', words('A contact came to a step of an automation that calls webhooks')],
  ['mail_events', words('Something happened to any mail')],
];

/** Types of events of mails, with what happened in words. */
export const mailEventTypes: readonly (readonly [MailEventType, Words])[] = [
  ['delivered', words('Delivered')],
  ['bounced', words('Bounced')],
  ['opened', words('Opened')],
  ['clicked', words('Clicked')],
  ['converted', words('Goal reached')],
  ['unsubscribed', words('Unsubscribed')],
  ['complained', words('Complained')],
  ['accepted', words('Accepted')],
  ['deferred', words('Deferred')],
  ['failed', words('Failed')],
  ['skipped', words('Skipped')],
];

export function eventLabel(say: Say, type: string): string {
  const label = eventTypes.find(([name]) => name === type)?.[1];
  return label === undefined ? type : say(label);
}

/** Settings of a webhook that people change in the console. */
export interface Settings {
  url: string;
  events: readonly string[];
  /** Types of events of mails; none means all. */
  mailTypes: readonly string[];
  batchSize: number;
  active: boolean;
}

export const newSettings: Settings = { url: '', events: [], mailTypes: [], batchSize: 1, active: true };

export const settingsOf = ({ url, events = [], mailEvents, active = true }: Webhook): Settings => {
  const { types = [], batchSize = 1 } = mailEvents ?? {};
  return { url, events, mailTypes: types, batchSize, active };
};

export const readSettings = (form: FormData): Settings => ({
  url: textOf(form, 'url'),
  events: eventTypes.map(([type]) => type).filter((type) => form.get(`event-${type}`) === 'yes'),
  mailTypes: mailEventTypes.map(([type]) => type).filter((type) => form.get(`mail-${type}`) === 'yes'),
  batchSize: Number(textOf(form, 'batch')) || 1,
  active: form.get('active') === 'yes',
});

/** Parts of settings that people can choose between. */
export const partsOf = (say: Say, { url, events, mailTypes, batchSize, active }: Settings): FormPart[] => [
  fieldPart(say('Address'), 'url', url),
  ...eventTypes.map(([type, label]) => switchPart(say, say(label), `event-${type}`, events.includes(type))),
  ...mailEventTypes.map(([type, label]) => switchPart(say, say(label), `mail-${type}`, mailTypes.includes(type))),
  fieldPart(say('Events in a request, at most'), 'batch', String(batchSize)),
  switchPart(say, say('Send events'), 'active', active),
];

/** Returns the draft of the settings; what the console does not show stays as it is in `before`. */
export function draftOf({ url, events, mailTypes, batchSize, active }: Settings, before?: Webhook): Draft {
  const { urlParams, standardFields, customFields, eventFields } = before ?? {};
  const mailings = before?.mailEvents?.mailings;
  return {
    url,
    events: events as EventType[],
    active,
    ...(events.includes('mail_events') && {
      mailEvents: { types: mailTypes as MailEventType[], batchSize, ...(mailings && { mailings }) },
    }),
    ...(urlParams && { urlParams }),
    ...(standardFields && { standardFields }),
    ...(customFields && { customFields }),
    ...(eventFields && { eventFields }),
  };
}
