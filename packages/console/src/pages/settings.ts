import { askAboutConflicts, fieldPart, seenField } from '../components/conflict.ts';
import { facts, section } from '../components/figures.ts';
import { linkButton, pageButton, postForm, textArea, textField, textOf, typedOr } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { fault, hint } from '../components/notice.ts';
import { timeZoneField } from '../components/time-zones.ts';
import { type Content, html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import { type FormPart, nothingSeen } from '../web/conflicts.ts';
import { redirect } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import { ofVersion, readVersioned, type Versioned } from '../web/versioned.ts';
import type { Say } from '../words.ts';
import { type Branding, brandingForm, brandingParts, enteredBranding, saveBranding } from './branding.ts';
import { enteredPressure, pressureForm, pressureParts, pressureTexts, toPressureLimit } from './pressure-limit.ts';
import type { Status } from './running.ts';
import { enteredLimits, limitForm, limitParts, limitTexts, toLimits } from './sendout-limits.ts';

/** What all mailings of the account share. */
export const settingsPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string, entered?: Branding): Promise<Response> {
  const { client, account, say } = visit;
  const [info, domains, branding, placeholders, status, relays] = await Promise.all([
    client.account.getInfo().orThrow(),
    client.account.getMailingDomains({}).orThrow(),
    client.account.getBranding({}).orThrow(),
    client.account.getPlaceholders({}).orThrow(),
    client.account.getStatus().orThrow(),
    client.account.getRelays().orThrow(),
  ]);
  const about = facts([
    ...(visit.offers('POST', accountPath)
      ? []
      : ([
          [say('Name'), account.name],
          [say('Time zone'), account.timeZone],
        ] as const)),
    [say('Mail server'), mailServer(visit, status, relays)],
    [say('Domains of links and images'), domains.map(({ name }) => name).join(', ')],
  ]);
  const isTyped = (key: string) => visit.path === placeholdersPath && textOf(visit.form, 'key') === key;
  const typedText = String(visit.form.get('value') ?? '');
  const item = ({ key, value }: (typeof placeholders)[number]): Content =>
    html`<li>${postForm(
      visit,
      placeholdersPath,
      html`<input type="hidden" name="key" value="${key}">${isTyped(key) ? seenField(visit, placeholdersPath, []) : seenField(visit, '', placeholderParts(key, value))}${textArea({ label: key, name: 'value', id: `value-${key}`, value: isTyped(key) ? typedText : value, rows: 2 })}<p class="row"><button class="quiet">${say('Save')}</button> <button class="quiet" name="next" value="delete" aria-label="${say('Delete {key}', { key })}">${say('Delete')}</button></p>`,
    )}</li>`;
  const isNew =
    message !== undefined && !placeholders.some(({ key }) => isTyped(key)) && visit.path === placeholdersPath;
  const form = postForm(
    visit,
    placeholdersPath,
    html`<h3>${say('Add a text')}</h3>${seenField(visit, '', [], nothingSeen)}${textField({ label: say('Key'), name: 'key', value: isNew ? textOf(visit.form, 'key') : '', required: true, maxLength: 64, hint: say('Such as IMPRINT.') })}${textArea({ label: say('Text'), name: 'value', value: isNew ? typedText : '', rows: 2 })}<p><button>${say('Add')}</button></p>`,
  );
  const body = html`${fault(message)}${section(say('Account'), html`${accountForm(visit)}${about}${hint(say.rich('Mail servers, domains and limits are set by whoever runs this server. See also the DNS records of the <a>sender domains</a>.', { a: (inner) => html`<a href="/console/delivery/domains">${inner}</a>` }))}`)}
${section(say('Large mailings'), signOffForm(visit, info.sign_off_above), { id: 'sign-off' })}
${section(say('Mailings that go wrong'), limitForm(visit, limitsPath, info.sendout_limits ?? {}), { id: 'limits' })}
${section(say('Not too many newsletters'), pressureForm(visit, pressurePath, info.pressure_limit), { id: 'pressure' })}
${section(say('Contacts who do not respond'), html`${hint(say('Contacts who have done nothing for a long time get a last mail, and then rest.'))}<p>${linkButton(say('Who rests'), '/console/settings/sunset')}</p>`, { id: 'sunset' })}
${section(say('Two-factor authentication'), factorForm(visit, info.demands_second_factor ?? false), { id: 'second-factor' })}
${section(say('Public pages'), brandingForm(visit, brandingPath, entered ?? branding, branding))}
${section(say('Texts of all mailings'), html`${hint(say('Mailings insert them with tags such as [[ACCOUNT|IMPRINT]].'))}${placeholders.length > 0 && html`<ul class="steps">${placeholders.map(item)}</ul>`}${form}`)}`;
  const actions = pageButton(visit, say('Brand'), '/console/settings/brand', 'main');
  return respondPage(visit, { title: say('Settings'), actions, body }, message === undefined ? 200 : 400);
}

const accountPath = '/console/settings/account';
const signOffPath = '/console/settings/sign-off';
const limitsPath = '/console/settings/limits';
const pressurePath = '/console/settings/pressure';
const placeholdersPath = '/console/settings/placeholders';
const brandingPath = '/console/settings/branding';

const placeholderParts = (key: string, value: string): FormPart[] => [fieldPart(key, 'value', value)];

const accountParts = (say: Say, name: string, timeZone: string): FormPart[] => [
  fieldPart(say('Name of the account'), 'name', name),
  fieldPart(say('Time zone'), 'time_zone', timeZone),
];

const signOffParts = (say: Say, above: string): FormPart[] => [
  fieldPart(say('Second person required above this many recipients'), 'above', above),
];

/** Asks what to keep of a section of the page, if somebody else has saved it differently. */
const ask = (
  visit: Visit,
  mine: readonly FormPart[],
  theirs: readonly FormPart[],
  upload = false,
): Response | undefined => {
  const title = visit.say('Settings');
  const back = '/console/settings';
  return askAboutConflicts(visit, { mine, theirs, title, parent: { label: title, path: back }, back, upload });
};

const accountForm = (visit: Visit): Content => {
  const { account, say } = visit;
  return postForm(
    visit,
    accountPath,
    html`${seenField(visit, accountPath, accountParts(say, account.name, account.timeZone))}${textField({ label: say('Name of the account'), name: 'name', value: typedOr(visit, accountPath, 'name', account.name), required: true, maxLength: 100 })}${timeZoneField(say, typedOr(visit, accountPath, 'time_zone', account.timeZone))}<p><button class="quiet">${say('Save')}</button></p>`,
  );
};

/** Where mails of the account go. */
function mailServer({ say }: Visit, status: Status, relays: readonly { name: string }[]): Content {
  const a = (inner: Content) => html`<a href="/console/delivery">${inner}</a>`;
  if (status.stores_mails)
    return say.rich('<a>None</a>: mails are stored by the service and do not reach anybody.', { a });
  return a(relays.map(({ name }) => name).join(', '));
}

const readInfo = ({ client }: Visit) => readVersioned(client.account.getInfo());
const readTexts = ({ client }: Visit) => readVersioned(client.account.getPlaceholders({}));
const readBranding = ({ client }: Visit) => readVersioned(client.account.getBranding({}));

/** A change that was tried of what was read. */
interface Change {
  tried: { fault: string } | { value: unknown };
  version: string;
  read(visit: Visit): Promise<Versioned<unknown>>;
  /** Takes up the form again. */
  again(visit: Visit): Promise<Response>;
}

/** Answers a change. If somebody was quicker by a moment, there may be something to ask now. */
async function answer(visit: Visit, { tried, version, read, again }: Change, entered?: Branding): Promise<Response> {
  if (!('fault' in tried)) return redirect('/console/settings?done=saved');
  if ((await read(visit)).version !== version) return again(visit);
  return show(visit, tried.fault, entered);
}

/** Changes the name and the time zone of the account. */
export async function changeAccount(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const body = { name: textOf(form, 'name'), time_zone: textOf(form, 'time_zone') };
  const { stored, version } = await readInfo(visit);
  const [mine, theirs] = [body, stored].map(({ name, time_zone = 'UTC' }) => accountParts(say, name, time_zone));
  const asked = ask(visit, mine!, theirs!);
  if (asked) return asked;
  const tried = await attempt(client.account.update({ body, ...ofVersion(version) }).orThrow());
  return answer(visit, { tried, version, read: readInfo, again: changeAccount });
}

const signOffForm = (visit: Visit, above: number | undefined): Content => {
  const { say } = visit;
  const stored = String(above ?? '');
  return postForm(
    visit,
    signOffPath,
    html`${seenField(visit, signOffPath, signOffParts(say, stored))}${textField({ label: say('Second person required above this many recipients'), name: 'above', type: 'number', value: typedOr(visit, signOffPath, 'above', stored), hint: say('Somebody else must then sign a mailing off before it is sent. Leave it empty if one person is always enough.') })}<p><button class="quiet">${say('Save')}</button></p>`,
  );
};

const factorForm = (visit: Visit, demanded: boolean): Content => {
  const { say } = visit;
  return postForm(
    visit,
    '/console/settings/second-factor',
    html`${hint(demanded ? say('Everybody who signs in with a password needs two-factor authentication: codes of an authenticator app, or a passkey. Who has neither sets one up before anything else.') : say('People may sign in with a password alone.'))}<p><button class="quiet" name="demanded" value="${demanded ? 'no' : 'yes'}">${demanded ? say('Demand no two-factor authentication') : say('Demand two-factor authentication')}</button></p>`,
  );
};

export async function changeFactorDemand(visit: Visit): Promise<Response> {
  const body = { demanded: visit.form.get('demanded') === 'yes' };
  const changed = await attempt(visit.client.account.setSecondFactorDemand({ body }).orThrow());
  return 'fault' in changed ? show(visit, changed.fault) : redirect('/console/settings?done=saved');
}

export async function changeSignOffLimit(visit: Visit): Promise<Response> {
  const { say } = visit;
  const text = textOf(visit.form, 'above');
  const { stored, version } = await readInfo(visit);
  const asked = ask(visit, signOffParts(say, text), signOffParts(say, String(stored.sign_off_above ?? '')));
  if (asked) return asked;
  const body = text === '' ? {} : { above: Number(text) };
  const tried = await attempt(visit.client.account.setSignOffLimit({ body, ...ofVersion(version) }).orThrow());
  return answer(visit, { tried, version, read: readInfo, again: changeSignOffLimit });
}

/** Changes when mailings warn, and pause by themselves. */
export async function changeSendoutLimits(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const entered = enteredLimits(visit.form);
  const { stored, version } = await readInfo(visit);
  const asked = ask(visit, limitParts(say, entered), limitParts(say, limitTexts(stored.sendout_limits ?? {})));
  if (asked) return asked;
  const body = { sendout_limits: toLimits(entered) };
  const tried = await attempt(client.account.update({ body, ...ofVersion(version) }).orThrow());
  return answer(visit, { tried, version, read: readInfo, again: changeSendoutLimits });
}

/** Changes how many newsletters a contact may get. */
export async function changePressureLimit(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const entered = enteredPressure(visit.form);
  const { stored, version } = await readInfo(visit);
  const asked = ask(visit, pressureParts(say, entered), pressureParts(say, pressureTexts(stored.pressure_limit)));
  if (asked) return asked;
  const body = { pressure_limit: toPressureLimit(entered) };
  const tried = await attempt(client.account.update({ body, ...ofVersion(version) }).orThrow());
  return answer(visit, { tried, version, read: readInfo, again: changePressureLimit });
}

/** Sets or deletes one text; the others stay. */
export async function changePlaceholder(visit: Visit): Promise<Response> {
  const { client, form } = visit;
  const key = textOf(form, 'key');
  const value = String(form.get('value') ?? '').replaceAll('\r\n', '\n');
  const { stored: texts, version } = await readTexts(visit);
  const stored = texts.find((each) => each.key === key);
  const theirs = stored ? placeholderParts(key, stored.value) : [];
  const asked = form.get('next') === 'delete' ? undefined : ask(visit, placeholderParts(key, value), theirs);
  if (asked) return asked;
  const tried = await attempt<unknown>(
    form.get('next') === 'delete'
      ? client.account.deletePlaceholder({ name: key }).orThrow()
      : client.account.updatePlaceholders({ body: [{ key, value }], ...ofVersion(version) }).orThrow(),
  );
  return answer(visit, { tried, version, read: readTexts, again: changePlaceholder });
}

/** Sets name, logo and colors of public pages; what was entered stays if it cannot be stored. */
export async function changeBranding(visit: Visit): Promise<Response> {
  const { stored, version } = await readBranding(visit);
  const [mine, theirs] = [enteredBranding(visit.form), stored].map((each) => brandingParts(visit.say, each));
  const asked = ask(visit, mine!, theirs!, true);
  if (asked) return asked;
  const { saved, entered } = await saveBranding(visit, version);
  return answer(visit, { tried: saved, version, read: readBranding, again: changeBranding }, entered);
}
