import type { WebhookDraft, WebhookUrlParameter } from '@mailwright/server';
import { type CustomFields, isStandardField } from '../../people/index.ts';
import type { UrlParameter } from '../tables.ts';
import type { Webhook, WebhookSettings } from './store.ts';

/** Reads a webhook; the faults name the parameter, what was wrong, and what is allowed. */
export function readWebhook(
  draft: WebhookDraft,
  custom: CustomFields,
): { settings: WebhookSettings; faults: string[] } {
  const faults: string[] = [];
  const standardOf = (parameter: string, name: string): string => {
    if (!isStandardField(name)) faults.push(`${parameter}: "${name}" is not a standard field`);
    return name;
  };
  const customOf = (parameter: string, name: string): number => {
    const field = custom.get(name);
    if (field === undefined) faults.push(`${parameter}: "${name}" is not a custom field of the account`);
    return field?.id ?? 0;
  };
  const settings = {
    url: draft.url,
    events: readEvents(draft, faults),
    active: draft.active ?? true,
    url_parameters: (draft.urlParams ?? []).map((parameter): UrlParameter => {
      const { name, standard_contact_field, custom_contact_field, custom_value } = parameter;
      const given = [standard_contact_field, custom_contact_field, custom_value].filter((text) => text !== undefined);
      if (given.length !== 1) faults.push(`urlParams: "${name}" must have exactly one of ${sources.join(', ')}`);
      if (standard_contact_field !== undefined) {
        return { name, standard: standardOf('urlParams', standard_contact_field) };
      }
      if (custom_contact_field !== undefined) return { name, custom: customOf('urlParams', custom_contact_field) };
      return { name, text: custom_value ?? '' };
    }),
    standard_fields: [...new Set((draft.standardFields ?? []).map((name) => standardOf('standardFields', name)))],
    custom_fields: [...new Set((draft.customFields ?? []).map((name) => customOf('customFields', name)))],
    event_fields: [...new Set(draft.eventFields)],
    mail_event_types: [...(draft.mailEvents?.types ?? [])],
    mail_event_mailings: [...(draft.mailEvents?.mailings ?? [])],
    mail_event_batch: draft.mailEvents?.batchSize ?? 1,
  };
  if (!sendsMailEvents(settings)) {
    if (draft.mailEvents !== undefined) faults.push('mailEvents: only with the event mail_events');
  } else if (settings.url_parameters.some((parameter) => !('text' in parameter))) {
    faults.push('urlParams: only custom_value with the event mail_events, as a request is about several contacts');
  }
  return { settings, faults };
}

/** Reports whether a webhook sends the events of mails, which the journal has. */
export const sendsMailEvents = ({ events }: Pick<Webhook, 'events'>): boolean => events.includes('mail_events');

const sources = ['standard_contact_field', 'custom_contact_field', 'custom_value'];

/** A document that was read carries both members, and may be sent back. */
function readEvents({ events, event }: WebhookDraft, faults: string[]): WebhookSettings['events'] {
  if (events === undefined) return [event!];
  if (event !== undefined && (events.length !== 1 || events[0] !== event)) {
    faults.push('event and events say different things; send one of them');
  }
  return [...events];
}

/** The settings as documents show them: those of contact and event, and of events of mails, only where there are some. */
export function settingsDocument(webhook: Webhook, custom: CustomFields) {
  const { url, events, active, url_parameters, standard_fields, event_fields } = webhook;
  const nameOf = fieldNames(custom);
  const customFields = webhook.custom_fields.flatMap((id) => nameOf.get(id) ?? []);
  const urlParams = url_parameters.flatMap((parameter): WebhookUrlParameter[] => {
    const { name } = parameter;
    if ('text' in parameter) return [{ name, custom_value: parameter.text }];
    if ('standard' in parameter) return [{ name, standard_contact_field: parameter.standard }];
    const field = nameOf.get(parameter.custom);
    return field === undefined ? [] : [{ name, custom_contact_field: field }];
  });
  const [event] = events;
  return {
    url,
    events,
    ...(events.length === 1 && event && { event }),
    ...(urlParams.length > 0 && { urlParams }),
    ...(standard_fields.length > 0 && { standardFields: standard_fields }),
    ...(customFields.length > 0 && { customFields }),
    ...(event_fields.length > 0 && { eventFields: event_fields }),
    ...(sendsMailEvents(webhook) && { mailEvents: mailEventsDocument(webhook) }),
    active,
  };
}

const mailEventsDocument = ({ mail_event_types, mail_event_mailings, mail_event_batch }: Webhook) => ({
  ...(mail_event_types.length > 0 && { types: mail_event_types }),
  ...(mail_event_mailings.length > 0 && { mailings: mail_event_mailings }),
  batchSize: mail_event_batch,
});

/** Names of custom fields by their ids. */
export const fieldNames = (custom: CustomFields): Map<number, string> =>
  new Map(Array.from(custom, ([name, { id }]) => [id, name]));
