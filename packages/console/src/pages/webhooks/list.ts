import { badge, section } from '../../components/figures.ts';
import { pageButton, pageLink } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { eventLabel, type Webhook } from './settings.ts';

/** Webhooks of the account, each with the result of its latest delivery. */
export async function webhookList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const webhooks = await client.webhooks.list().orThrow();
  const rows = table<Webhook>(
    say('Webhooks'),
    [
      { title: say('Address'), cell: ({ id, url }) => html`<a href="/console/webhooks/${id}">${url}</a>` },
      {
        title: say('Events'),
        cell: ({ events = [] }) => events.map((type) => eventLabel(say, type)).join(', '),
        kind: 'minor',
      },
      {
        title: say('State'),
        cell: (webhook) => stateBadge(say, webhook),
        kind: 'whole',
      },
      { title: say('Latest event'), cell: (webhook) => deliveryBadge(say, webhook), kind: 'whole' },
    ],
    webhooks,
    say.rich(
      'A webhook tells your shop or another app at once when something happens, such as an unsubscription. <a>Create the first one.</a>',
      {
        a: pageLink(visit, '/console/webhooks/new'),
      },
    ),
  );
  const actions = pageButton(visit, say('Create a webhook'), '/console/webhooks/new', 'main');
  return respondPage(visit, { title: say('Webhooks'), actions, body: section(say('Webhooks'), rows) });
}

export const stateBadge = (say: Say, { active }: Webhook) =>
  active === false ? badge(say('Paused')) : badge(say('On'), 'good');

/** Result of the latest delivery in a word; of a webhook for events of mails alone, that of its latest request. */
export function deliveryBadge(say: Say, { last_delivery, progress }: Webhook): Content {
  if (progress?.gap) return badge(say('Stopped'), 'bad');
  if (last_delivery !== undefined) return resultBadge(say, last_delivery);
  const isTried = progress !== undefined && (progress.attempts > 0 || progress.status !== undefined);
  return isTried ? resultBadge(say, progress) : '–';
}

/** Result of a delivery in a word. */
export function resultBadge(
  say: Say,
  {
    status,
    attempts,
    next_attempt,
  }: Pick<NonNullable<Webhook['last_delivery']>, 'status' | 'attempts' | 'next_attempt'>,
): Content {
  if (status !== undefined && status >= 200 && status < 300) return badge(say('Delivered'), 'good');
  if (next_attempt !== undefined) return badge(attempts === 0 ? say('Waiting') : say('To be repeated'), 'busy');
  return badge(say('Given up'), 'bad');
}
