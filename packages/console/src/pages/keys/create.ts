import { section } from '../../components/figures.ts';
import { linkButton, textArea, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { Visit } from '../../web/routes.ts';
import { rights } from './form.ts';
import { showKeys } from './list.ts';

/**
 * Creates a key and shows it, in the answer to the form: an address with the key would stay in the history of the browser.
 * A page that is loaded again makes no second one.
 */
export async function createKey(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const day = textOf(form, 'expires');
  const networks = textOf(form, 'networks');
  const chosen = rights.flatMap(([right]) => (form.has(right) ? [right] : []));
  if (chosen.length === 0) return showKeys(visit, say('Choose at least one right.'));
  const body = {
    label: textOf(form, 'label'),
    rights: chosen,
    ...(networks !== '' && { networks: networks.split(',').map((network) => network.trim()) }),
    ...(day !== '' && { expires: `${day} 23:59:59` }),
  };
  const once = textOf(form, 'once');
  const made = await attempt(client.apiKeys.create({ body }, once === '' ? {} : { idempotencyKey: once }).orThrow());
  if ('fault' in made) return showKeys(visit, made.fault);
  return respondPage(visit, {
    title: say('The new key'),
    parent: { label: say('API keys'), path: '/console/keys' },
    body: section(
      body.label,
      html`<p class="notice good" role="status">${say('Copy the key now: it is not shown again, and only its hash is stored.')}</p>${textArea({ label: say('Key'), name: 'key', value: made.value.key, rows: 2, code: true, copy: true })}<p>${linkButton(say('I have copied it'), '/console/keys', 'main')}</p>`,
    ),
  });
}
