import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { listMailings } from '../mailing-names.ts';

const parent = { label: 'Mailings', path: '/console/mailings' };

export const newMailingForm = (visit: Visit): Promise<Response> =>
  showForm(visit, { name: '', subject: '', copied: visit.query.get('copy') ?? '' });

async function showForm(visit: Visit, values: { name: string; subject: string; copied: string }, message?: string) {
  const { mailings } = await listMailings(visit.client, { page_size: 100 });
  const copies = mailings.map(({ id, name }) => [String(id), `Copy of ${name}`] as const);
  const form = html`${textField({ label: 'Name', name: 'name', value: values.name, required: true, maxLength: 255, hint: 'For your team; recipients do not see it. Each name can be used once.' })}
${textField({ label: 'Subject', name: 'subject', value: values.subject, required: values.copied === '', maxLength: 255 })}
${selectField({ label: 'Begin with', name: 'copy', value: values.copied, options: [['', 'An empty mailing'], ...copies], hint: 'A copy has the contents and settings of the mailing. Its subject stays if you enter none.' })}
<p class="row"><button>Create</button>${linkButton('Cancel', '/console/mailings')}</p>`;
  const body = html`${fault(message)}<section>${postForm(visit, '/console/mailings/new', form)}</section>`;
  return respondPage(visit, { title: 'Write a mailing', parent, body }, message === undefined ? 200 : 400);
}

export async function createMailing(visit: Visit): Promise<Response> {
  const { form } = visit;
  const values = { name: textOf(form, 'name'), subject: textOf(form, 'subject'), copied: textOf(form, 'copy') };
  const created = await attempt(values.copied === '' ? createEmpty(visit, values) : createCopy(visit, values));
  return 'fault' in created
    ? showForm(visit, values, created.fault)
    : redirect(`/console/mailings/${created.value}/edit`);
}

const createEmpty = ({ client }: Visit, { name, subject }: { name: string; subject: string }): Promise<number> =>
  client.mailings.create({ name, subject }).orThrow();

async function createCopy(
  { client }: Visit,
  values: { name: string; subject: string; copied: string },
): Promise<number> {
  const mailingid = await client.mailings.copy({ mailingid: Number(values.copied) }).orThrow();
  try {
    await client.mailings.setName({ mailingid, body: values.name }).orThrow();
    if (values.subject !== '') await client.mailings.setSubject({ mailingid, body: values.subject }).orThrow();
  } catch (error) {
    await client.mailings.delete({ mailingId: mailingid });
    throw error;
  }
  return mailingid;
}
