import { badge, section } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { eventLabel, type Webhook } from './settings.ts';

/** Webhooks of the account, each with the result of its latest delivery. */
export async function webhookList(visit: Visit): Promise<Response> {
  const webhooks = await visit.client.webhooks.list().orThrow();
  const rows = table<Webhook>(
    'Webhooks',
    [
      { title: 'Address', cell: ({ id, url }) => html`<a href="/console/webhooks/${id}">${url}</a>` },
      { title: 'Events', cell: ({ events = [] }) => events.map(eventLabel).join(', '), kind: 'minor' },
      {
        title: 'State',
        cell: ({ active }) => (active === false ? badge('Paused') : badge('On', 'good')),
        kind: 'whole',
      },
      { title: 'Latest event', cell: deliveryBadge, kind: 'whole' },
    ],
    webhooks,
    html`There are no webhooks yet. <a href="/console/webhooks/new">Create the first one.</a>`,
  );
  const actions = linkButton('Create a webhook', '/console/webhooks/new', 'main');
  return respondPage(visit, { title: 'Webhooks', actions, body: section('Webhooks', rows) });
}

/** Result of the latest delivery in a word. */
export function deliveryBadge({ last_delivery }: Webhook): Content {
  if (last_delivery === undefined) return '–';
  const { status, attempts, next_attempt } = last_delivery;
  if (status !== undefined && status >= 200 && status < 300) return badge('Delivered', 'good');
  if (next_attempt !== undefined) return badge(attempts === 0 ? 'Waiting' : 'To be repeated', 'busy');
  return badge('Given up', 'bad');
}
