import { linkButton, pageButton, postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';

interface Values {
  name: string;
  subject: string;
}

const pathOf = (id: number) => `/console/mailings/${id}/resend`;

/** A button to the form, for mailings that can be sent again. */
export const resendButton = (visit: Visit, id: number, state: string): Content =>
  (state === 'done' || state === 'canceled') && pageButton(visit, visit.say('Send again to non-openers'), pathOf(id));

/** Asks how a mailing is called when it is sent again to those who did not open it, and tells how many they are now. */
export async function resendForm(visit: Visit): Promise<Response> {
  const subject = await visit.client.mailings.getSubject({ mailingid: Number(visit.params.id) }).orThrow();
  return show(visit, { name: '', subject });
}

async function show(visit: Visit, { name, subject }: Values, message?: string): Promise<Response> {
  const { client, say } = visit;
  const id = Number(visit.params.id);
  const rules = (['RECEIVED', 'NOT_OPENED'] as const).map((operator) => ({ operator, mailing_id: id }));
  const [origin, { count_contacts: count = 0 }] = await Promise.all([
    client.mailings.getName({ mailingid: id }).orThrow(),
    client.contactFilters.countMatches({ body: { rules } }).orThrow(),
  ]);
  const own = `/console/mailings/${id}`;
  const form = html`<p>${say('{count, plural, one {# contact got “{name}” and has not opened it.} other {# contacts got “{name}” and have not opened it.}}', { count, name: origin })}</p>
${hint(say('You get a draft to send or schedule. When it is sent, they are found again: whoever opens, clicks, buys, unsubscribes or bounces by then gets nothing. Opens of bots do not count.'))}
${textField({ label: say('Name'), name: 'name', value: name, maxLength: 64, hint: say('For your team; recipients do not see it. Without one, it gets the old name with a number.') })}
${textField({ label: say('Subject'), name: 'subject', value: subject, required: true, maxLength: 1023, hint: say('Another subject gives people another reason to open it.') })}
<p class="row"><button>${say('Create the draft')}</button>${linkButton(say('Cancel'), own)}</p>`;
  const body = html`${fault(message)}<section>${postForm(visit, pathOf(id), form)}</section>`;
  const parent = { label: origin, path: own };
  const title = say('Send again to those who did not open it');
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** Creates the draft and opens it. */
export async function resendMailing(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const name = textOf(form, 'name');
  const subject = textOf(form, 'subject');
  const body = { ...(name !== '' && { name }), ...(subject !== '' && { subject }) };
  const created = await attempt(client.mailings.resend({ mailingid: Number(params.id), body }).orThrow());
  return 'fault' in created
    ? show(visit, { name, subject }, created.fault)
    : redirect(`/console/mailings/${created.value}`);
}
