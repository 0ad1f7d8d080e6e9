import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { listMailings } from '../mailing-names.ts';

/** What the choice of a template begins with; that of a mailing is its id. */
const fromTemplate = 'template:';
const list = '/console/mailings';

export const newMailingForm = (visit: Visit): Promise<Response> =>
  showForm(visit, { name: '', subject: '', copied: visit.query.get('copy') ?? '' });

interface Values {
  name: string;
  subject: string;
  copied: string;
}

async function showForm(visit: Visit, values: Values, message?: string) {
  const { say } = visit;
  const [{ mailings }, templates] = await Promise.all([
    listMailings(visit.client, { page_size: 100 }),
    visit.client.media.listTemplates({}).orThrow(),
  ]);
  const copies = [
    ...templates.map(({ path, name }) => [`${fromTemplate}${path}`, say('Template {name}', { name })] as const),
    ...mailings.map(({ id, name }) => [String(id), say('Copy of {name}', { name })] as const),
  ];
  const needsSubject = values.copied === '' || values.copied.startsWith(fromTemplate);
  const form = html`${textField({ label: say('Name'), name: 'name', value: values.name, required: true, maxLength: 255, hint: say('For your team; recipients do not see it. Each name can be used once.') })}
${textField({ label: say('Subject'), name: 'subject', value: values.subject, required: needsSubject, maxLength: 255 })}
${selectField({ label: say('Begin with'), name: 'copy', value: values.copied, options: [['', say('An empty mailing')], ...copies], hint: say('A copy has the contents and settings of the mailing. Its subject stays if you enter none. A template gives the HTML.') })}
<p class="row"><button>${say('Create')}</button>${linkButton(say('Cancel'), list)}</p>`;
  const body = html`${fault(message)}<section>${postForm(visit, `${list}/new`, form)}</section>`;
  const parent = { label: say('Mailings'), path: list };
  return respondPage(visit, { title: say('Write a mailing'), parent, body }, message === undefined ? 200 : 400);
}

export async function createMailing(visit: Visit): Promise<Response> {
  const { form } = visit;
  const values: Values = { name: textOf(form, 'name'), subject: textOf(form, 'subject'), copied: textOf(form, 'copy') };
  const { copied } = values;
  const create = copied === '' ? createEmpty : copied.startsWith(fromTemplate) ? createFromTemplate : createCopy;
  const created = await attempt(create(visit, values));
  return 'fault' in created ? showForm(visit, values, created.fault) : redirect(`${list}/${created.value}/edit`);
}

const createEmpty = ({ client }: Visit, { name, subject }: Values): Promise<number> =>
  client.mailings.create({ name, subject }).orThrow();

async function createFromTemplate(visit: Visit, values: Values): Promise<number> {
  const { mailings } = visit.client;
  const mailingId = await createEmpty(visit, values);
  return orNothing(visit, mailingId, async () => {
    await mailings.setTemplate({ mailingId, body: values.copied.slice(fromTemplate.length) }).orThrow();
    await mailings.resetContents({ mailingId }).orThrow();
  });
}

async function createCopy(visit: Visit, values: Values): Promise<number> {
  const { mailings } = visit.client;
  const mailingid = await mailings.copy({ mailingid: Number(values.copied) }).orThrow();
  return orNothing(visit, mailingid, async () => {
    await mailings.setName({ mailingid, body: values.name }).orThrow();
    if (values.subject !== '') await mailings.setSubject({ mailingid, body: values.subject }).orThrow();
  });
}

/** Completes a new mailing; none stays behind if that is refused. */
async function orNothing({ client }: Visit, mailingId: number, complete: () => Promise<void>): Promise<number> {
  try {
    await complete();
  } catch (error) {
    await client.mailings.delete({ mailingId });
    throw error;
  }
  return mailingId;
}
