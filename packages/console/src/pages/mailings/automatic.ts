import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { freeName } from '../free-name.ts';
import { activate, defaultKey, kinds } from './dispatching.ts';
import { imprintKey, type Stationery, shipped } from './shipped.ts';

const list = '/console/mailings';

type Kind = keyof typeof shipped;

const readKind = (text: string | null): Kind =>
  text !== null && Object.hasOwn(shipped, text) ? (text as Kind) : 'confirmation';

interface Values {
  kind: Kind;
  name: string;
  sender: string;
  alias: string;
  /** Key of a confirmation mailing. */
  key: string;
}

/** A mailing that is sent by itself: after a sign-up, every day, after an order, by a program. */
export const newAutomaticForm = async (visit: Visit): Promise<Response> =>
  showForm(visit, {
    kind: readKind(visit.query.get('kind')),
    name: '',
    sender: await usualSender(visit),
    alias: '',
    key: visit.query.get('key') ?? defaultKey,
  });

async function showForm(visit: Visit, { kind, name, sender, alias, key }: Values, message?: string): Promise<Response> {
  const { say } = visit;
  const form = html`${selectField({ label: say('What is it for?'), name: 'kind', value: kind, options: say.options(kinds), hint: say('It begins with a text in one design, which you can change.') })}
${textField({ label: say('Sender address'), name: 'sender', type: 'email', value: sender, required: true })}
${textField({ label: say('Sender name'), name: 'alias', value: alias })}
${textField({ label: say('Name'), name: 'name', value: name, maxLength: 255, hint: say('For your team. It may stay empty.') })}
<input type="hidden" name="key" value="${key}"><p class="row"><button>${say('Create')}</button>${linkButton(say('Cancel'), list)}</p>`;
  const body = html`${fault(message)}<section>${postForm(visit, `${list}/automatic`, form)}</section>`;
  const parent = { label: say('Mailings'), path: list };
  return respondPage(
    visit,
    { title: say('Create an automatic mailing'), parent, body },
    message === undefined ? 200 : 400,
  );
}

export async function createAutomatic(visit: Visit): Promise<Response> {
  const { form } = visit;
  const values: Values = {
    kind: readKind(textOf(form, 'kind')),
    name: textOf(form, 'name'),
    sender: textOf(form, 'sender'),
    alias: textOf(form, 'alias'),
    key: textOf(form, 'key') || defaultKey,
  };
  const created = await attempt(create(visit, values));
  if ('fault' in created) return showForm(visit, values, created.fault);
  const { id, isActive } = created.value;
  return redirect(`${list}/${id}?done=${isActive ? 'activated' : 'automatic-created'}`);
}

interface Created {
  id: number;
  isActive: boolean;
}

/** Creates the mailing with its contents and, where that is known, what it is sent upon. */
async function create(visit: Visit, { key, ...values }: Values): Promise<Created> {
  const { client } = visit;
  const { kind } = values;
  let isActive = false;
  const id = await createShipped(visit, values, async (mailingid) => {
    if (kind === 'welcome')
      await client.triggerMailings.createDispatching({ mailingid, body: { type: 'EXTERNAL' } }).orThrow();
    if (kind === 'birthday') await sendOnBirthdays(visit, mailingid);
    isActive = kind === 'confirmation' && (await completeConfirmation(visit, mailingid, key));
  });
  return { id, isActive };
}

/**
 * Creates a mailing with contents to begin with, and completes it; none stays behind if something is refused. Returns its id.
 * A mailing without a name has the usual one.
 */
export async function createShipped(
  visit: Visit,
  { kind, name, sender, alias }: Omit<Values, 'key'>,
  complete: (mailingid: number) => Promise<void>,
): Promise<number> {
  const { client, say } = visit;
  const { mailings } = client;
  const contents = shipped[kind](say, await readStationery(visit));
  const type = kind === 'confirmation' ? 'doi' : 'trigger';
  const free =
    name ||
    (await freeName(say, contents.name, async (mailingName) => (await mailings.getIdByName({ mailingName })).ok));
  const mailingid = await mailings.create({ name: free, subject: contents.subject, type }).orThrow();
  try {
    if (sender !== '') await mailings.setSender({ mailingid, body: sender }).orThrow();
    if (alias !== '') await mailings.setSenderAlias({ mailingid, body: alias }).orThrow();
    await mailings.setHtml({ mailingid, body: contents.html }).orThrow();
    await mailings.setLocale({ mailingid, body: say.language }).orThrow();
    await complete(mailingid);
    return mailingid;
  } catch (error) {
    await mailings.delete({ mailingId: mailingid });
    throw error;
  }
}

/** What the account has for its mails: its name, logo and colors, and whether there is a legal notice. */
async function readStationery({ client }: Visit): Promise<Stationery> {
  const [placeholders, { name, logo_url: logo, color, dark_color: dark }] = await Promise.all([
    client.account.getPlaceholders().orThrow(),
    client.account.getBranding().orThrow(),
  ]);
  return {
    hasImprint: placeholders.some(({ key }) => key === imprintKey),
    sender: { name, logo },
    colors: color === undefined ? undefined : { light: color, dark },
  };
}

/** Gives a confirmation mailing the key that forms use, if it is free. If the person may, it is activated: forms work from then on. */
async function completeConfirmation(visit: Visit, mailingid: number, key: string): Promise<boolean> {
  const keyed = await visit.client.doubleOptInMailings.setDoiKey({ mailingid, body: key });
  const activates = keyed.ok && visit.offers('POST', `${list}/${mailingid}/activate`);
  if (activates) await activate(visit, mailingid);
  return activates;
}

/** Sends a mailing each morning to those whose birthday it is. */
async function sendOnBirthdays({ client, say }: Visit, mailingid: number): Promise<void> {
  const rules = [{ field: 'BIRTHDAY', operator: 'ANNIVERSARY' as const, value: '0' }];
  const contact_filter_id = await client.contactFilters
    .create({ body: { name: say('Birthday today'), rules } })
    .orThrow();
  const body = { type: 'MULTI', target: 'CONTACTFILTER', interval: 'DAY', hours: 9, contact_filter_id } as const;
  await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
}

/** The sender of the newest mailing that has one; empty if none has. */
export async function usualSender({ client }: Visit): Promise<string> {
  const { items } = await client.mailings
    .listByTypes({ types: ['regular', 'trigger', 'doi'], fields: ['name'], orderBy: 'id', order: 'DESC', page_size: 5 })
    .orThrow();
  for (const { id } of items) {
    const sender = await client.mailings.getSender({ mailingid: id });
    if (sender.ok && sender.data) return sender.data;
  }
  return '';
}
