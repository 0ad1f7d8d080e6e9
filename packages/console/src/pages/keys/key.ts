import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { describeRights } from './form.ts';
import { showKeys } from './list.ts';

const path = '/console/keys';

/** One key, which can only be revoked: to change it, make another one. */
export const keyPage = (visit: Visit): Promise<Response> => showKey(visit);

async function showKey(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const key = (await client.apiKeys.list().orThrow()).find(({ id }) => id === Number(params.id));
  if (key === undefined) return showKeys(visit, say('This key was revoked or has expired, or there never was one.'));
  const time = (at: string | undefined) => (at === undefined ? say('Never') : localTime(visit, at));
  const body = html`${fault(message)}${section(
    say('About the key'),
    facts([
      [say('Begins with'), html`<code>${key.prefix}…</code>`],
      [say('Rights'), describeRights(say, key.rights)],
      [say('Networks'), key.networks.length === 0 ? say('All networks') : key.networks.join(', ')],
      [say('Made by'), key.creator],
      [say('Created'), time(key.created)],
      [say('Last used'), time(key.last_used)],
      [say('Expires'), time(key.expires)],
    ]),
  )}${section(
    say('Revoke'),
    typedConfirmation(visit, {
      action: `${path}/${key.id}/revoke`,
      label: say('Revoke'),
      explanation: say('Whatever uses this key is refused at once. That cannot be undone.'),
      phrase: key.prefix,
    }),
  )}`;
  const parent = { label: say('API keys'), path };
  const title = key.label || say('Key {id}', { id: key.id });
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

export async function revokeKey(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const keyId = Number(params.id);
  const key = (await client.apiKeys.list().orThrow()).find(({ id }) => id === keyId);
  if (key !== undefined && !isConfirmed(form, 'revoke', key.prefix))
    return showKey(visit, say('Nothing was revoked: what you typed is not “{phrase}”.', { phrase: key.prefix }));
  const revoked = await attempt(client.apiKeys.revoke({ keyId }).orThrow());
  return 'fault' in revoked ? showKeys(visit, revoked.fault) : redirect(`${path}?done=key-revoked`);
}
