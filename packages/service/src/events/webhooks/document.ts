import type { WebhookEvent } from '@mailwright/server';
import { type CustomFields, formatCustomValue } from '../../people/index.ts';
import type { OutboxEvent } from './outbox.ts';
import { fieldNames } from './settings.ts';
import type { Webhook } from './store.ts';

/** An event as documents show it (`WebhookEvent`). An erased or anonymised contact has only its id. */
export function eventDocument(event: OutboxEvent): WebhookEvent {
  return documentWith(event, {}, event.content);
}

/** Body of a call: the event with the fields of the contact that the webhook asks for, and the data of the event that it wants. */
export function callBody(event: OutboxEvent, webhook: Webhook, custom: CustomFields): string {
  const { standard_fields, custom_fields, event_fields } = webhook;
  const standard = event.standard_fields ?? {};
  const own = event.custom_fields ?? {};
  const nameOf = fieldNames(custom);
  const fields = {
    ...(standard_fields.length > 0 && {
      standard_fields: picked(
        standard,
        standard_fields.map((name) => [name, name]),
      ),
    }),
    ...(custom_fields.length > 0 && {
      custom_fields: picked(
        own,
        custom_fields.flatMap((id) => (nameOf.has(id) ? [[id, nameOf.get(id)!]] : [])),
      ),
    }),
  };
  const names = event_fields.length === 0 ? Object.keys(event.content) : event_fields;
  return JSON.stringify(
    documentWith(
      event,
      fields,
      picked(
        event.content,
        names.map((name) => [name, name]),
      ),
    ),
  );
}

/** URL of a call with the parameters of the webhook; a contact that lacks a value, or none, sends an empty one. */
export function callUrl(
  event: Pick<OutboxEvent, 'standard_fields' | 'custom_fields'> | undefined,
  { url, url_parameters }: Webhook,
): string {
  const address = new URL(url);
  for (const parameter of url_parameters) {
    const value =
      'text' in parameter
        ? parameter.text
        : 'standard' in parameter
          ? event?.standard_fields?.[parameter.standard]
          : event?.custom_fields?.[parameter.custom];
    address.searchParams.append(parameter.name, value == null ? '' : formatCustomValue(value));
  }
  return address.href;
}

function documentWith(event: OutboxEvent, fields: object, content: object): WebhookEvent {
  const { type, contact_id, email, external_id, created_at } = event;
  const contact = contact_id !== null && {
    contact: {
      id: contact_id,
      ...(email !== null && { email }),
      ...(external_id !== null && { external_id }),
      ...fields,
    },
  };
  return { type, timestamp: created_at.getTime(), ...contact, ...content } as WebhookEvent;
}

/** Members under other names; those that are absent are left out. */
function picked(
  members: Readonly<Record<string, unknown>>,
  names: readonly (readonly [string | number, string])[],
): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap(([key, name]) => (Object.hasOwn(members, key) ? [[name, members[key]]] : [])),
  );
}
