import { facts, section } from '../components/figures.ts';
import { postForm, textArea, textField, textOf } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { fault, hint } from '../components/notice.ts';
import { type Content, html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import { redirect } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import { type Branding, brandingForm, saveBranding } from './branding.ts';

/** What all mailings of the account share. */
export const settingsPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string, entered?: Branding): Promise<Response> {
  const { client, account, say } = visit;
  const [info, domains, branding, placeholders] = await Promise.all([
    client.account.getInfo().orThrow(),
    client.account.getMailingDomains({}).orThrow(),
    client.account.getBranding({}).orThrow(),
    client.account.getPlaceholders({}).orThrow(),
  ]);
  const about = facts([
    [say('Name'), account.name],
    [say('Time zone'), account.timeZone],
    [say('Domains of links and images'), domains.map(({ name }) => name).join(', ')],
  ]);
  const item = ({ key, value }: (typeof placeholders)[number]): Content =>
    html`<li>${postForm(
      visit,
      '/console/settings/placeholders',
      html`<input type="hidden" name="key" value="${key}">${textArea({ label: key, name: 'value', id: `value-${key}`, value, rows: 2 })}<p class="row"><button class="quiet">${say('Save')}</button> <button class="quiet" name="next" value="delete" aria-label="${say('Delete {key}', { key })}">${say('Delete')}</button></p>`,
    )}</li>`;
  const form = postForm(
    visit,
    '/console/settings/placeholders',
    html`<h3>${say('Add a text')}</h3>${textField({ label: say('Key'), name: 'key', required: true, maxLength: 64, hint: say('Such as IMPRINT.') })}${textArea({ label: say('Text'), name: 'value', rows: 2 })}<p><button>${say('Add')}</button></p>`,
  );
  const body = html`${fault(message)}${section(say('Account'), html`${about}${hint(say.rich('Name, time zone, domains and limits are set by the operator of the service. See also the DNS records of the <a>sender domains</a>.', { a: (inner) => html`<a href="/console/delivery/domains">${inner}</a>` }))}`)}
${section(say('Large mailings'), signOffForm(visit, info.sign_off_above), { id: 'sign-off' })}
${section(say('Second factors'), factorForm(visit, info.demands_second_factor ?? false), { id: 'second-factor' })}
${section(say('Public pages'), brandingForm(visit, entered ?? branding, branding.logo_url))}
${section(say('Texts of all mailings'), html`${hint(say('Mailings insert them with tags such as [[ACCOUNT|IMPRINT]].'))}${placeholders.length > 0 && html`<ul class="steps">${placeholders.map(item)}</ul>`}${form}`)}`;
  return respondPage(visit, { title: say('Settings'), body }, message === undefined ? 200 : 400);
}

const signOffForm = (visit: Visit, above: number | undefined): Content => {
  const { say } = visit;
  return postForm(
    visit,
    '/console/settings/sign-off',
    html`${textField({ label: say('Above how many recipients two people are needed'), name: 'above', type: 'number', value: above === undefined ? '' : String(above), hint: say('Somebody else must then sign a mailing off before it is sent. Leave it empty if one person is always enough.') })}<p><button class="quiet">${say('Save')}</button></p>`,
  );
};

const factorForm = (visit: Visit, demanded: boolean): Content => {
  const { say } = visit;
  return postForm(
    visit,
    '/console/settings/second-factor',
    html`${hint(demanded ? say('Everybody who signs in with a password needs a second factor: codes of an authenticator app, or a passkey. Who has none sets one up before anything else.') : say('People may sign in with a password alone.'))}<p><button class="quiet" name="demanded" value="${demanded ? 'no' : 'yes'}">${demanded ? say('Demand no second factor') : say('Demand a second factor')}</button></p>`,
  );
};

export async function changeFactorDemand(visit: Visit): Promise<Response> {
  const body = { demanded: visit.form.get('demanded') === 'yes' };
  const changed = await attempt(visit.client.account.setSecondFactorDemand({ body }).orThrow());
  return 'fault' in changed ? show(visit, changed.fault) : redirect('/console/settings?done=saved');
}

export async function changeSignOffLimit(visit: Visit): Promise<Response> {
  const text = textOf(visit.form, 'above');
  const body = text === '' ? {} : { above: Number(text) };
  const changed = await attempt(visit.client.account.setSignOffLimit({ body }).orThrow());
  return 'fault' in changed ? show(visit, changed.fault) : redirect('/console/settings?done=saved');
}

/** Sets or deletes one text; the others stay. */
export async function changePlaceholder(visit: Visit): Promise<Response> {
  const { client, form } = visit;
  const key = textOf(form, 'key');
  const value = String(form.get('value') ?? '').replaceAll('\r\n', '\n');
  const changed = await attempt<unknown>(
    form.get('next') === 'delete'
      ? client.account.deletePlaceholder({ name: key }).orThrow()
      : client.account.updatePlaceholders({ body: [{ key, value }] }).orThrow(),
  );
  return 'fault' in changed ? show(visit, changed.fault) : redirect('/console/settings?done=saved');
}

/** Sets name, logo and colors of public pages; what was entered stays if it cannot be stored. */
export async function changeBranding(visit: Visit): Promise<Response> {
  const { saved, entered } = await saveBranding(visit);
  return 'fault' in saved ? show(visit, saved.fault, entered) : redirect('/console/settings?done=saved');
}
