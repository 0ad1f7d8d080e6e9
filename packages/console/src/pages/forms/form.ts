import type { Client } from '@mailwright/client';
import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { pageButton, postForm, textArea } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, sayIn } from '../../words.ts';
import { fieldName } from '../contact-fields.ts';
import { defaultKey } from '../mailings/dispatching.ts';
import { outcomeNote } from '../outcomes.ts';
import { obstacleList } from '../readiness.ts';
import { activeBadge, languageLabel, type SignUpForm } from './list.ts';

const list = '/console/forms';
const phrase = 'delete';
const pageSize = 50;
type SignUp = Awaited<ReturnType<ReturnType<Client['signUpForms']['listSignUps']>['orThrow']>>['items'][number];

/** A sign-up form: how to put it in a page, and who has signed up with which consent. */
export const formPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, params, query, say } = visit;
  const formId = Number(params.id);
  const page = pageOf(query);
  const { signUpForms } = client;
  const [form, readiness, signUps] = await Promise.all([
    signUpForms.get({ formId }).orThrow(),
    signUpForms.getReadiness({ formId }).orThrow(),
    signUpForms.listSignUps({ formId, page_size: pageSize, page_index: page }).orThrow(),
  ]);
  const own = `${list}/${formId}`;
  const remove = typedConfirmation(visit, {
    action: `${own}/delete`,
    label: say('Delete'),
    explanation: say('Its page is gone, and pages that contain the form do not work any more. Contacts stay.'),
    phrase,
  });
  const create = new URLSearchParams({ kind: 'confirmation', key: form.doi_mailing ?? defaultKey });
  const pages = { confirmation_mailing_missing: `/console/mailings/automatic?${create}` };
  const turnOn =
    !form.active &&
    readiness.ready &&
    postForm(
      visit,
      `${own}/on`,
      html`<p>${say('The form is off: nobody can sign up.')}</p><p><button>${say('Switch on')}</button></p>`,
    );
  const people = html`${signUpTable(visit, signUps.items)}${pager(visit, page, signUps.pages ?? 1)}`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Settings'), html`${await outcomeNote(visit, { kind: 'form', object_id: formId })}${obstacleList(visit, readiness, own, pages)}${turnOn}${settings(visit, form)}${remove}`)}</div><div>${section(say('Put it in a page'), embedding(say, form))}</div></div>
${section(say('Sign-ups'), people)}`;
  const actions = pageButton(visit, say('Edit'), `${own}/edit`, 'main');
  const parent = { label: say('Sign-up forms'), path: list };
  return respondPage(visit, { title: form.name, parent, actions, body }, message === undefined ? 200 : 400);
}

function settings(visit: Visit, form: SignUpForm): Content {
  const { say } = visit;
  return facts([
    [say('State'), activeBadge(say, form.active)],
    [say('Page'), html`<a href="${form.url}">${form.url}</a>`],
    [say('Language'), languageLabel(say, form.language)],
    [
      say('Fields'),
      [say('Email address'), ...(form.fields ?? []).map(({ name, label }) => label ?? fieldName(say, name))].join(', '),
    ],
    ...(form.topics?.length ? [[say('Topics'), form.topics.map(({ label }) => label).join(', ')] as const] : []),
    [say('Double opt-in'), form.double_opt_in ? say('Yes') : say('No')],
    [say('Consent, version {version}', { version: form.consent_version }), form.consent],
    [say('Created'), localTime(visit, form.created)],
  ]);
}

/** The text of the link is in the language of the form, since it goes into a page for recipients. */
const embedding = (say: Say, { id, url, language = 'en' }: SignUpForm): Content =>
  html`${textArea({ label: say('A link'), name: `link-${id}`, value: `<a href="${url}">${subscribe(sayIn(language))}</a>`, rows: 4, code: true, copy: true })}
<p><a href="${url}/snippet">${say('The form itself, as HTML to copy')}</a></p>${hint(say('Without JavaScript, the form leads to its page. On the sites that you name, it is sent in place.'))}`;

const subscribe = (say: Say): string => say('Subscribe');

function signUpTable(visit: Visit, signUps: readonly SignUp[]): Content {
  const { say } = visit;
  return table<SignUp>(
    say('Sign-ups'),
    [
      {
        title: say('Contact'),
        cell: ({ contact_id, email }) => html`<a href="/console/contacts/${contact_id}">${email ?? contact_id}</a>`,
      },
      { title: say('Signed up'), cell: ({ created }) => localTime(visit, created), kind: 'whole' },
      {
        title: say('Confirmed'),
        cell: ({ confirmed }) => (confirmed === undefined ? '–' : localTime(visit, confirmed)),
        kind: 'minor',
      },
      {
        title: say('Consent'),
        cell: ({ consent, consent_version }) =>
          html`<details><summary>${say('Version {version}', { version: consent_version })}</summary>${consent}</details>`,
      },
      { title: say('Site'), cell: ({ page }) => page ?? say('Own page'), kind: 'minor' },
    ],
    signUps,
    say('Nobody has signed up with this form yet.'),
  );
}

/** Lets people sign up; everything else of the form stays. */
export async function switchOn(visit: Visit): Promise<Response> {
  const { client, params } = visit;
  const formId = Number(params.id);
  const {
    id: _,
    url: _url,
    consent_version: _version,
    created: _created,
    ...stored
  } = await client.signUpForms.get({ formId }).orThrow();
  const changed = await attempt(client.signUpForms.update({ formId, body: { ...stored, active: true } }).orThrow());
  return 'fault' in changed ? show(visit, changed.fault) : redirect(`${list}/${formId}?done=form-on`);
}

export async function deleteForm(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  if (!isConfirmed(form, 'delete', phrase))
    return show(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase }));
  const deleted = await attempt(client.signUpForms.delete({ formId: Number(params.id) }).orThrow());
  return 'fault' in deleted ? show(visit, deleted.fault) : redirect(`${list}?done=form-deleted`);
}
