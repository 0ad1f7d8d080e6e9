import type { Client } from '@mailwright/client';
import { textOf } from '../../components/forms.ts';

export type Webhook = Awaited<ReturnType<ReturnType<Client['webhooks']['get']>['orThrow']>>;
export type Draft = Parameters<Client['webhooks']['create']>[0]['body'];
type EventType = NonNullable<Webhook['events']>[number];

/** Types of events, with what happened in words. */
export const eventTypes: readonly (readonly [EventType, string])[] = [
  ['unsubscription', 'A contact unsubscribed'],
  ['doi', 'A contact confirmed an opt-in'],
  ['bounce', 'A mail bounced'],
  ['block', 'A contact was blocked or unblocked'],
  ['mailing_state', 'The state of a mailing changed'],
  ['filtered', 'A contact was excluded from a mailing'],
  ['contact_field_change', 'Fields of a contact changed'],
  ['transactional_mail', 'Something happened to a transactional mail'],
];

export const eventLabel = (type: string): string => eventTypes.find(([name]) => name === type)?.[1] ?? type;

/** Settings of a webhook that people change in the console. */
export interface Settings {
  url: string;
  events: readonly string[];
  active: boolean;
}

export const settingsOf = ({ url, events = [], active = true }: Webhook): Settings => ({ url, events, active });

export const readSettings = (form: FormData): Settings => ({
  url: textOf(form, 'url'),
  events: eventTypes.map(([type]) => type).filter((type) => form.has(`event-${type}`)),
  active: form.has('active'),
});

/** Returns the draft of the settings; what the console does not show stays as it is in `before`. */
export function draftOf({ url, events, active }: Settings, before?: Webhook): Draft {
  const { urlParams, standardFields, customFields, eventFields } = before ?? {};
  return {
    url,
    events: events as EventType[],
    active,
    ...(urlParams && { urlParams }),
    ...(standardFields && { standardFields }),
    ...(customFields && { customFields }),
    ...(eventFields && { eventFields }),
  };
}
