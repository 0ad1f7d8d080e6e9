import { InputError, type Readiness } from '@mailwright/client';
import { type Option, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { words } from '../../words.ts';
import { obstacleList } from '../readiness.ts';
import { eventLabel, transactionTypes } from '../start-events.ts';

type Dispatching = Parameters<Visit['client']['triggerMailings']['createDispatching']>[0]['body'];

/** Key that forms use if they name none. */
export const defaultKey = 'default';
const program = 'program';
const daily = 'daily:';

interface Automatic {
  state: string;
  type: string;
  readiness: Readiness;
}

/** When an automatic mailing is sent, and whether it is: the key of a confirmation mailing, or the trigger of another one. */
export async function dispatchingPart(visit: Visit, mailingid: number, mailing: Automatic): Promise<Content> {
  const { say } = visit;
  const own = `/console/mailings/${mailingid}`;
  const isActive = mailing.state === 'released';
  const trigger =
    mailing.type === 'doi' ? await keyForm(visit, mailingid, isActive) : await triggerForm(visit, mailingid, isActive);
  const button = isActive
    ? postForm(
        visit,
        `${own}/deactivate`,
        html`<p>${say('The mailing is active. Switch it off to change it.')}</p><p><button class="quiet">${say('Switch off')}</button></p>`,
      )
    : mailing.readiness.ready && postForm(visit, `${own}/activate`, html`<p><button>${say('Activate')}</button></p>`);
  return html`${trigger}${obstacleList(visit, mailing.readiness, own)}${button}`;
}

async function keyForm(visit: Visit, mailingid: number, isActive: boolean): Promise<Content> {
  const { client, say } = visit;
  const key = await client.doubleOptInMailings.getDoiKey({ mailingid }).orThrow();
  const sentence = html`<p>${say('It is sent to people who sign up with a form, so that they confirm their address.')}</p>`;
  if (isActive) return html`${sentence}<p>${say('Key: {key}', { key: key ?? '–' })}</p>`;
  return html`${sentence}${postForm(visit, `/console/mailings/${mailingid}/key`, html`${textField({ label: say('Key'), name: 'key', value: key ?? defaultKey, required: true, maxLength: 255, hint: say('Forms choose the mailing by its key. Forms that choose none use the key “default”.') })}<p><button class="quiet">${say('Save the key')}</button></p>`)}`;
}

async function triggerForm(visit: Visit, mailingid: number, isActive: boolean): Promise<Content> {
  const { client, say } = visit;
  const [stored, types, filters] = await Promise.all([
    client.triggerMailings.getDispatching({ mailingid }),
    transactionTypes(client),
    client.contactFilters.list({ page_size: 1000 }).orThrow(),
  ]);
  const options: Option[] = [
    [program, say('When an automation sends it')],
    ...['DOI_CONFIRMED', ...types.keys()].map((event): Option => [event, eventLabel(say, event, types)]),
    ...filters.items.map(
      ({ id, name }): Option => [
        `${daily}${id}`,
        say('Every day, to the contacts of “{name}”', { name: name ?? String(id) }),
      ],
    ),
  ];
  const chosen = stored.ok ? toChoice(stored.data) : '';
  if (isActive)
    return html`<p>${options.find(([value]) => value === chosen)?.[1] ?? say('On an event that was set up with the API')}</p>`;
  const hour = stored.ok && stored.data.hours !== undefined ? String(stored.data.hours) : '9';
  const none: Option[] = options.some(([value]) => value === chosen) ? [] : [[chosen, say('Choose …')]];
  return postForm(
    visit,
    `/console/mailings/${mailingid}/dispatching`,
    html`<div class="fields">${selectField({ label: say('When is it sent?'), name: 'trigger', value: chosen, options: [...none, ...options] })}${textField({ label: say('Hour of the day'), name: 'hour', type: 'number', value: hour, hint: say('Only for mailings that are sent every day.') })}</div><p><button class="quiet">${say('Save')}</button></p>`,
  );
}

function toChoice({ type, target, event, contact_filter_id, interval }: Dispatching): string {
  if (type === 'EXTERNAL') return program;
  if (type === 'SINGLE') return event?.toUpperCase() ?? '';
  return target === 'CONTACTFILTER' && interval === 'DAY' ? `${daily}${contact_filter_id}` : '';
}

/** The dispatching of a choice of the form; `undefined` if nothing is chosen. */
function toDispatching(choice: string, hours: number): Dispatching | undefined {
  if (choice === '') return undefined;
  if (choice === program) return { type: 'EXTERNAL' };
  if (!choice.startsWith(daily)) return { type: 'SINGLE', event: choice };
  const contact_filter_id = Number(choice.slice(daily.length));
  return { type: 'MULTI', target: 'CONTACTFILTER', interval: 'DAY', hours, minutes: 0, contact_filter_id };
}

export async function saveDispatching({ client, form, say }: Visit, mailingid: number): Promise<void> {
  const body = toDispatching(textOf(form, 'trigger'), Number(textOf(form, 'hour') || '9'));
  if (body === undefined) throw new InputError('createMailingDispatching', say('Choose when the mailing is sent.'));
  await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
}

/** Activates an automatic mailing: what asks for it sends it from now on. */
export async function activate({ client }: Visit, mailingid: number): Promise<void> {
  const type = await client.mailings.getType({ mailingid }).orThrow();
  if (type === 'doi') await client.mailings.sendNow({ mailingid }).orThrow();
  else await client.mailingActions.activateDispatching({ mailingid }).orThrow();
}

/** Switches an automatic mailing off, so that it can be changed. A trigger stays as it is set. */
export async function deactivate({ client }: Visit, mailingid: number): Promise<void> {
  const type = await client.mailings.getType({ mailingid }).orThrow();
  if (type === 'doi') {
    await client.mailingActions.withdraw({ mailingid }).orThrow();
    return;
  }
  const { start_trigger: _, ...body } = await client.triggerMailings.getDispatching({ mailingid }).orThrow();
  await client.triggerMailings.deleteDispatching({ mailingid }).orThrow();
  await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
}

/** Kinds of automatic mailings that can be created, each with contents to begin with. */
export const kinds = [
  ['confirmation', words('Confirmation of a sign-up (double opt-in)')],
  ['welcome', words('Welcome after the confirmation')],
  ['birthday', words('Birthday wishes')],
  ['order', words('Thanks for an order')],
  ['empty', words('Something else, from an empty mailing')],
] as const;
