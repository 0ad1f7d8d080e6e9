import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { showKeys } from './list.ts';

const parent = { label: 'API keys', path: '/console/keys' };

/** One key, which can only be revoked: to change it, make another one. */
export const keyPage = (visit: Visit): Promise<Response> => showKey(visit);

async function showKey(visit: Visit, message?: string): Promise<Response> {
  const { client, account, params } = visit;
  const key = (await client.apiKeys.list().orThrow()).find(({ id }) => id === Number(params.id));
  if (key === undefined) return showKeys(visit, 'This key was revoked or has expired, or there never was one.');
  const time = (at: string | undefined) => (at === undefined ? 'Never' : localTime(account.timeZone, at));
  const body = html`${fault(message)}${section(
    'About the key',
    facts([
      ['Begins with', html`<code>${key.prefix}…</code>`],
      ['Rights', key.rights.join(', ').toUpperCase()],
      ['Networks', key.networks.length === 0 ? 'All' : key.networks.join(', ')],
      ['Made by', key.creator],
      ['Created', time(key.created)],
      ['Last used', time(key.last_used)],
      ['Expires', time(key.expires)],
    ]),
  )}${section(
    'Revoke',
    typedConfirmation(visit, {
      action: `${parent.path}/${key.id}/revoke`,
      label: 'Revoke',
      explanation: 'Programs that use this key are refused at once. That cannot be undone.',
      phrase: key.prefix,
    }),
  )}`;
  return respondPage(visit, { title: key.label || `Key ${key.id}`, parent, body }, message === undefined ? 200 : 400);
}

export async function revokeKey(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const keyId = Number(params.id);
  const key = (await client.apiKeys.list().orThrow()).find(({ id }) => id === keyId);
  if (key !== undefined && !isConfirmed(form, 'revoke', key.prefix))
    return showKey(visit, `Nothing was revoked: what you typed is not “${key.prefix}”.`);
  const revoked = await attempt(client.apiKeys.revoke({ keyId }).orThrow());
  return 'fault' in revoked ? showKeys(visit, revoked.fault) : redirect(`${parent.path}?done=key-revoked`);
}
