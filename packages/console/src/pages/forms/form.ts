import type { Client } from '@mailwright/client';
import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { linkButton, textArea } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { activeBadge, languageLabel, type SignUpForm } from './list.ts';

const parent = { label: 'Sign-up forms', path: '/console/forms' };
const phrase = 'delete';
const pageSize = 50;
type SignUp = Awaited<ReturnType<ReturnType<Client['signUpForms']['listSignUps']>['orThrow']>>['items'][number];

/** A sign-up form: how to put it in a page, and who has signed up with which consent. */
export const formPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const formId = Number(visit.params.id);
  const page = pageOf(visit.query);
  const { signUpForms } = visit.client;
  const [form, signUps] = await Promise.all([
    signUpForms.get({ formId }).orThrow(),
    signUpForms.listSignUps({ formId, page_size: pageSize, page_index: page }).orThrow(),
  ]);
  const own = `${parent.path}/${formId}`;
  const remove = typedConfirmation(visit, {
    action: `${own}/delete`,
    label: 'Delete',
    explanation: 'Its page is gone, and pages that contain the form do not work any more. Contacts stay.',
    phrase,
  });
  const list = html`${signUpTable(visit, signUps.items)}${pager(visit, page, signUps.pages ?? 1)}`;
  const body = html`${fault(message)}<div class="two"><div>${section('Settings', html`${settings(visit, form)}${remove}`)}</div><div>${section('Put it in a page', embedding(form))}</div></div>
${section('Sign-ups', list)}`;
  const actions = linkButton('Edit', `${own}/edit`, 'main');
  return respondPage(visit, { title: form.name, parent, actions, body }, message === undefined ? 200 : 400);
}

const settings = (visit: Visit, form: SignUpForm): Content =>
  facts([
    ['State', activeBadge(form.active)],
    ['Page', html`<a href="${form.url}">${form.url}</a>`],
    ['Language', languageLabel(form.language)],
    ['Fields', ['Email address', ...(form.fields ?? []).map(({ name, label }) => label ?? name)].join(', ')],
    ...(form.topics?.length ? [['Topics', form.topics.map(({ label }) => label).join(', ')] as const] : []),
    ['Double opt-in', form.double_opt_in ? 'Yes' : 'No'],
    [`Consent, version ${form.consent_version}`, form.consent],
    ['Created', localTime(visit, form.created)],
  ]);

const embedding = ({ id, url }: SignUpForm): Content =>
  html`${textArea({ label: 'A link', name: `link-${id}`, value: `<a href="${url}">Subscribe</a>`, rows: 4, code: true, copy: true })}
<p><a href="${url}/snippet">The form itself, as HTML to copy</a></p>${hint('Without JavaScript, the form leads to its page. On the sites that you name, it is sent in place.')}`;

const signUpTable = (visit: Visit, signUps: readonly SignUp[]) =>
  table<SignUp>(
    'Sign-ups',
    [
      {
        title: 'Contact',
        cell: ({ contact_id, email }) => html`<a href="/console/contacts/${contact_id}">${email ?? contact_id}</a>`,
      },
      { title: 'Signed up', cell: ({ created }) => localTime(visit, created) },
      {
        title: 'Confirmed',
        cell: ({ confirmed }) => (confirmed === undefined ? '–' : localTime(visit, confirmed)),
        kind: 'minor',
      },
      {
        title: 'Consent',
        cell: ({ consent, consent_version }) =>
          html`<details><summary>Version ${consent_version}</summary>${consent}</details>`,
      },
      { title: 'Site', cell: ({ page }) => page ?? 'Own page', kind: 'minor' },
    ],
    signUps,
    'Nobody has signed up with this form yet.',
  );

export async function deleteForm(visit: Visit): Promise<Response> {
  if (!isConfirmed(visit.form, 'delete', phrase))
    return show(visit, `Nothing was deleted: what you typed is not “${phrase}”.`);
  const deleted = await attempt(visit.client.signUpForms.delete({ formId: Number(visit.params.id) }).orThrow());
  return 'fault' in deleted ? show(visit, deleted.fault) : redirect(`${parent.path}?done=form-deleted`);
}
