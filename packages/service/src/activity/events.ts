import type { DeviceType, EventClass, MailFormat } from '../db/schema.ts';

/** Who did something: a contact, or the bearer of an anonymously tracked mail, known by what that carries at random. */
export type Who = { contactId: number } | { alias: string };

/** What every opening and every click has. */
export type Event = Who & {
  at: Date;
  class: EventClass;
  format: MailFormat;
  device: DeviceType;
  userAgent?: string;
  /** As that of the delivery. */
  occasion?: string;
};

/** The columns of `given` that every event has. */
export const eventColumns =
  'mailing_id int8, contact_id int8, alias text, at timestamptz, class text, format text, device_type text, user_agent text, occasion text';

export function eventRow(event: Event) {
  return {
    contact_id: 'contactId' in event ? event.contactId : null,
    alias: 'alias' in event ? event.alias : null,
    at: event.at,
    class: event.class,
    format: event.format,
    device_type: event.device,
    user_agent: event.userAgent ?? null,
    occasion: event.occasion ?? '',
  };
}
