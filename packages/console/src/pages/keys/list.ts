import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { describeRights, newKeyForm } from './form.ts';

export type ApiKey = Awaited<ReturnType<ReturnType<Client['apiKeys']['list']>['orThrow']>>[number];

/** Keys of programs, and the form for another one. */
export const keyList = (visit: Visit): Promise<Response> => showKeys(visit);

export async function showKeys(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const keys = await client.apiKeys.list().orThrow();
  const list = table<ApiKey>(
    say('API keys'),
    [
      {
        title: say('Purpose'),
        cell: ({ id, label }) => html`<a href="/console/keys/${id}">${label || say('Key {id}', { id })}</a>`,
      },
      { title: say('Begins with'), cell: ({ prefix }) => html`<code>${prefix}…</code>`, kind: 'whole' },
      { title: say('Rights'), cell: ({ rights }) => describeRights(say, rights), kind: 'minor' },
      { title: say('Made by'), cell: ({ creator }) => creator, kind: 'minor' },
      {
        title: say('Last used'),
        cell: ({ last_used }) => (last_used ? localTime(visit, last_used) : say('Never')),
        kind: 'minor',
      },
      {
        title: say('Expires'),
        cell: ({ expires }) => (expires ? localTime(visit, expires) : say('Never')),
        kind: 'whole',
      },
    ],
    keys,
    say.rich(
      'With a key, your shop or another app can work with this account. So far, only people do. <a>Create a key.</a>',
      {
        a: (inner) => html`<a href="#create">${inner}</a>`,
      },
    ),
  );
  const body = html`${fault(message)}${section(say('API keys'), html`${list}${hint(say('With a key, your shop or another app works with this account. Sessions of people in a browser are not listed.'))}`)}${section(say('Create a key'), newKeyForm(visit), { id: 'create' })}`;
  return respondPage(visit, { title: say('API keys'), body }, message === undefined ? 200 : 400);
}
