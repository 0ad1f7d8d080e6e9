import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { newKeyForm } from './form.ts';

export type ApiKey = Awaited<ReturnType<ReturnType<Client['apiKeys']['list']>['orThrow']>>[number];

/** Keys of programs, and the form for another one. */
export const keyList = (visit: Visit): Promise<Response> => showKeys(visit);

export async function showKeys(visit: Visit, message?: string): Promise<Response> {
  const { client, account } = visit;
  const keys = await client.apiKeys.list().orThrow();
  const list = table<ApiKey>(
    'API keys',
    [
      { title: 'Purpose', cell: ({ id, label }) => html`<a href="/console/keys/${id}">${label || `Key ${id}`}</a>` },
      { title: 'Begins with', cell: ({ prefix }) => html`<code>${prefix}…</code>`, kind: 'whole' },
      { title: 'Rights', cell: ({ rights }) => rights.join(', ').toUpperCase(), kind: 'minor' },
      { title: 'Made by', cell: ({ creator }) => creator, kind: 'minor' },
      {
        title: 'Last used',
        cell: ({ last_used }) => (last_used ? localTime(account.timeZone, last_used) : 'Never'),
        kind: 'minor',
      },
      {
        title: 'Expires',
        cell: ({ expires }) => (expires ? localTime(account.timeZone, expires) : 'Never'),
        kind: 'whole',
      },
    ],
    keys,
    'There are no keys: so far, only people use this account.',
  );
  const body = html`${fault(message)}${section('API keys', html`${list}${hint('Programs use these keys. Those of sessions in a browser are not listed.')}`)}${section('Create a key', newKeyForm(visit), { id: 'create' })}`;
  return respondPage(visit, { title: 'API keys', body }, message === undefined ? 200 : 400);
}
