import type { MailEvent, WebhookEvent } from '@mailwright/server';

/** Members that every event has, whatever the webhook asks for. */
const always = ['id', 'type', 'timestamp', 'contact'];

/**
 * Body of a request with events of mails.
 * @param fields data of each event that the webhook wants beside what every event has; none means all
 */
export function mailEventsBody(events: readonly MailEvent[], fields: readonly string[]): string {
  const isShown = (name: string) => fields.length === 0 || always.includes(name) || fields.includes(name);
  const document: WebhookEvent = {
    type: 'mail_events',
    timestamp: Math.max(...events.map(({ timestamp }) => timestamp)),
    events: events.map(
      (event) => Object.fromEntries(Object.entries(event).filter(([name]) => isShown(name))) as unknown as MailEvent,
    ),
  };
  return JSON.stringify(document);
}

/** Id of a request: the same if its events are sent again in the round, and another one for other events. */
export function requestId(
  { webhook_id, round }: { webhook_id: number; round: number },
  events: readonly Pick<MailEvent, 'id'>[],
): string {
  return `mev_${webhook_id}_${round}_${events[0]?.id}_${events.at(-1)?.id}_${events.length}`;
}
