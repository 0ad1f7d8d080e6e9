import { hasConditions } from '../../blocks/conditions.ts';
import { linkButton, postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { html } from '../../html.ts';
import { chosenLanguage } from '../../language.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type ListedMailing, listMailings } from '../mailing-names.ts';
import { readConditions } from './liquid.ts';

/** The choices of one field: a template is this and its path; a mailing is its id alone. */
const fromTemplate = 'template:';
/** A designed template is this, its language and its name. */
const fromDesign = 'design:';
const list = '/console/mailings';

export const newMailingForm = (visit: Visit): Promise<Response> =>
  showForm(visit, { name: '', subject: '', copied: visit.query.get('copy') ?? '' });

/** Returns the choice of a designed template, for the form of a new mailing. */
export const designChoice = (design: string, language: string): string => `${fromDesign}${language}:${design}`;

const designPattern = /^design:([a-z]{2}):([a-z-]{1,50})$/;

interface Values {
  name: string;
  subject: string;
  copied: string;
}

async function showForm(visit: Visit, values: Values, message?: string) {
  const { say } = visit;
  const language = chosenLanguage(designPattern.exec(values.copied)?.[1], say.language);
  const [{ mailings }, templates, designs] = await Promise.all([
    listMailings(visit.client, { page_size: 100 }),
    visit.client.media.listTemplates({}).orThrow(),
    visit.client.media.listDesigns({ language }).orThrow(),
  ]);
  const copies = [
    ...templates.map(({ path, name }) => [`${fromTemplate}${path}`, say('Template {name}', { name })] as const),
    ...designs.map(({ design, name }) => [designChoice(design, language), say('Gallery: {name}', { name })] as const),
    ...[...mailings, ...(await older(visit, values.copied, mailings))].map(
      ({ id, name }) => [String(id), say('Copy of {name}', { name })] as const,
    ),
  ];
  const form = html`${textField({ label: say('Name'), name: 'name', value: values.name, required: true, maxLength: 255, hint: say('For your team; recipients do not see it. Each name can be used once.') })}
${textField({ label: say('Subject'), name: 'subject', value: values.subject, maxLength: 255, hint: say('A copy keeps its subject if you enter none.') })}
${selectField({ label: say('Begin with'), name: 'copy', value: values.copied, options: [['', say('An empty mailing')], ...copies], hint: say('A copy has the contents and settings of the mailing. A template gives its contents.') })}
<p class="row"><button>${say('Create')}</button>${linkButton(say('Cancel'), list)}</p>`;
  const body = html`${fault(message)}<section>${postForm(visit, `${list}/new`, form)}</section>`;
  const parent = { label: say('Mailings'), path: list };
  return respondPage(visit, { title: say('Write a mailing'), parent, body }, message === undefined ? 200 : 400);
}

type Named = Pick<ListedMailing, 'id' | 'name'>;

/** The mailing that is to be copied, if it is none of the newest ones. */
async function older({ client }: Visit, copied: string, newest: readonly Named[]): Promise<Named[]> {
  const id = Number(copied);
  if (!/^[1-9]\d{0,14}$/.test(copied) || newest.some((each) => each.id === id)) return [];
  const name = await client.mailings.getName({ mailingid: id });
  return name.ok ? [{ id, name: name.data }] : [];
}

/** Reports whether a choice has a subject of its own. */
const hasSubject = (copied: string) => copied !== '' && !copied.startsWith(fromTemplate);

export async function createMailing(visit: Visit): Promise<Response> {
  const { form } = visit;
  const values: Values = { name: textOf(form, 'name'), subject: textOf(form, 'subject'), copied: textOf(form, 'copy') };
  const { copied } = values;
  if (values.subject === '' && !hasSubject(copied)) return showForm(visit, values, visit.say('Write a subject.'));
  const created = await attempt(wayOf(copied)(visit, values));
  return 'fault' in created ? showForm(visit, values, created.fault) : redirect(`${list}/${created.value}/edit`);
}

function wayOf(copied: string): (visit: Visit, values: Values) => Promise<number> {
  if (copied === '') return createEmpty;
  if (copied.startsWith(fromTemplate)) return createFromTemplate;
  return designPattern.test(copied) ? createFromDesign : createCopy;
}

const createEmpty = ({ client }: Visit, { name, subject }: Values): Promise<number> =>
  client.mailings.create({ name, subject }).orThrow();

async function createFromTemplate(visit: Visit, values: Values): Promise<number> {
  const { mailings } = visit.client;
  const mailingId = await createEmpty(visit, values);
  return orNothing(visit, mailingId, async () => {
    await mailings.setTemplate({ mailingId, body: values.copied.slice(fromTemplate.length) }).orThrow();
    await mailings.resetContents({ mailingId }).orThrow();
    const mjml = await mailings.getMjml({ mailingid: mailingId }).orThrow();
    if (hasConditions(mjml)) await readConditions(visit.client, mailingId);
  });
}

/**
 * The mailing keeps the MJML, so that it can be changed as such. It gets no text part of its own, which would stay behind when the
 * contents change: recipients get one that is made from the HTML.
 */
async function createFromDesign(visit: Visit, values: Values): Promise<number> {
  const { media, mailings } = visit.client;
  const [, language, design] = designPattern.exec(values.copied)!;
  const of = { design: design!, language: chosenLanguage(language, visit.say.language) };
  const { mjml, preview_text, subject } = await media.getDesign(of).orThrow();
  const mailingid = await createEmpty(visit, { ...values, subject: values.subject || subject });
  return orNothing(visit, mailingid, async () => {
    await mailings.setContents({ mailingid, body: { mjml, preview_text } }).orThrow();
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
