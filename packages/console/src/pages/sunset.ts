import type { Client, SunsetForecast, SunsetPolicy } from '@mailwright/client';
import { askAboutConflicts, fieldPart, optionLabel, seenField, switchPart } from '../components/conflict.ts';
import { facts, figures, section } from '../components/figures.ts';
import { linkButton, type Option, postForm, selectField, textField, textOf, typedOr } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { fault, hint } from '../components/notice.ts';
import { localTime } from '../components/times.ts';
import { sunsetLabels } from '../faults/fields.ts';
import { type Content, html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import type { FormPart } from '../web/conflicts.ts';
import { redirect } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import { ofVersion, readVersioned } from '../web/versioned.ts';
import { type Say, type Words, words } from '../words.ts';
import { listMailings } from './mailing-names.ts';

const own = '/console/settings/sunset';
const parentOf = (say: Say) => ({ label: say('Settings'), path: '/console/settings' });

type Draft = Parameters<Client['account']['setSunsetPolicy']>[0]['body'];

/** Settings as texts of fields. */
type Values = Record<'days' | 'mailing_id' | 'wait_days' | 'daily_limit', string>;

const obstacles: Record<NonNullable<SunsetPolicy['obstacle']>, Words> = {
  mailing_missing: words('The last mail was deleted. Nobody is asked until you choose another one.'),
  mailing_inactive: words('The last mail is not active. Nobody is asked until you activate it.'),
  mailing_untracked: words(
    'The last mail does not record who clicks, so that nobody could wake by it. Nobody is asked until it does.',
  ),
  events_not_kept: words(
    'This server forgets opens and clicks earlier than that. Nobody is asked, because it could be somebody who reads your mails. Choose fewer days.',
  ),
};

const readPolicy = ({ client }: Visit) => readVersioned(client.account.getSunsetPolicy({}));

const toValues = ({ days, mailing_id, wait_days, daily_limit }: SunsetPolicy): Values => ({
  days: String(days),
  mailing_id: String(mailing_id ?? ''),
  wait_days: String(wait_days),
  daily_limit: String(daily_limit),
});

const enteredValues = ({ form }: Visit): Values => ({
  days: textOf(form, 'days'),
  mailing_id: textOf(form, 'mailing_id'),
  wait_days: textOf(form, 'wait_days'),
  daily_limit: textOf(form, 'daily_limit'),
});

/** Who rests because they do not respond, with numbers before anything happens. */
export const sunsetPage = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const [{ stored }, choices] = await Promise.all([readPolicy(visit), mailingOptions(visit)]);
  const isTyped = visit.path === own && visit.form.has('days');
  const values = isTyped ? enteredValues(visit) : toValues(stored);
  const input = {
    days: Number(values.days),
    ...(values.mailing_id !== '' && { last_mailing_id: Number(values.mailing_id) }),
  };
  const counted = message === undefined ? await attempt(client.account.getSunsetForecast(input).orThrow()) : undefined;
  const wrong = message ?? (counted && 'fault' in counted ? counted.fault : undefined);
  const intro = hint(
    say(
      'Contacts who have not opened, clicked, ordered, answered or subscribed for a long time get one last mail. If they do nothing then either, they rest: newsletters leave them out. One click in any mail wakes them, and so do you on the page of the contact. Confirmations and automatic mailings still reach them.',
    ),
  );
  const forecast = counted && 'value' in counted ? counted.value : undefined;
  const body = html`${fault(wrong)}${intro}${section(say('Now'), state(visit, stored))}
${section(say('Who rests'), form(visit, stored, choices))}
${forecast && section(say('What will happen'), numbers(visit, forecast, values, !stored.active || isTyped))}`;
  const page = { title: say('Contacts who do not respond'), parent: parentOf(say), body };
  return respondPage(visit, page, wrong === undefined ? 200 : 400);
}

function state(visit: Visit, { active, next_run, obstacle }: SunsetPolicy): Content {
  const { say } = visit;
  return html`${facts([
    [say('State'), active ? say('On: contacts are asked and rest') : say('Off: nobody is asked, and nobody rests')],
    ...(next_run === undefined ? [] : [[say('Contacts are looked at next'), localTime(visit, next_run)] as const]),
  ])}${active && obstacle !== undefined && html`<p class="notice bad" role="status">${say(obstacles[obstacle])}</p>`}`;
}

/** Automatic mailings, the newest first; the one that is chosen too, whatever its age. */
async function mailingOptions({ client, say }: Visit): Promise<Option[]> {
  const states = ['draft', 'released'] as const;
  const { mailings } = await listMailings(client, { states: [...states], page_size: 500 });
  const triggers = mailings.filter(({ type }) => type === 'trigger');
  return [
    ['', say('No last mail: contacts rest at once')],
    ...triggers.map(
      ({ id, name, state }): Option => [String(id), state === 'draft' ? say('{name} (not active)', { name }) : name],
    ),
  ];
}

const withStored = ({ mailing_id }: SunsetPolicy, choices: readonly Option[], say: Say): readonly Option[] =>
  mailing_id === undefined || choices.some(([id]) => id === String(mailing_id))
    ? choices
    : [...choices, [String(mailing_id), say('Mailing {id}', { id: mailing_id })]];

function parts(say: Say, values: Values, active: boolean, choices: readonly Option[]): FormPart[] {
  const { days, mailing_id, wait_days, daily_limit } = values;
  return [
    fieldPart(say(sunsetLabels.days), 'days', days),
    fieldPart(say(sunsetLabels.mailing_id), 'mailing_id', mailing_id, optionLabel(choices, mailing_id)),
    fieldPart(say(sunsetLabels.wait_days), 'wait_days', wait_days),
    fieldPart(say(sunsetLabels.daily_limit), 'daily_limit', daily_limit),
    switchPart(say, say('Contacts are asked and rest'), 'active', active),
  ];
}

function form(visit: Visit, stored: SunsetPolicy, choices: readonly Option[]): Content {
  const { say } = visit;
  const values = toValues(stored);
  const options = withStored(stored, choices, say);
  const number = (name: Exclude<keyof Values, 'mailing_id'>, note: Content) =>
    textField({
      label: say(sunsetLabels[name]),
      name,
      type: 'number',
      value: typedOr(visit, own, name, values[name]),
      required: true,
      hint: note,
    });
  const buttons = stored.active
    ? html`<button name="next" value="on">${say('Save')}</button> <button class="quiet" name="next" value="off">${say('Switch off and wake everybody')}</button>`
    : html`<button name="next" value="on">${say('Switch on')}</button>`;
  return postForm(
    visit,
    own,
    html`${seenField(visit, own, parts(say, values, stored.active, options))}<div class="fields">${number('days', say('From 30 to 1095. Who was added later than that is not asked.'))}${selectField({ label: say(sunsetLabels.mailing_id), name: 'mailing_id', value: typedOr(visit, own, 'mailing_id', values.mailing_id), options, hint: say('An automatic mailing that nothing else sends, with a question such as “Do you still want our newsletter?” and a link.') })}${number('wait_days', say('Time to answer the last mail.'))}${number('daily_limit', say('So that an old list does not get all last mails on one day.'))}</div><p class="row"><button class="quiet" name="next" value="count">${say('Count again')}</button> ${buttons}${linkButton(say('Cancel'), '/console/settings')}</p>`,
  );
}

/** What the settings would do with contacts, in numbers; with what is in the way, unless the page has said it. */
function numbers(
  { say }: Visit,
  forecast: SunsetForecast,
  { mailing_id, daily_limit }: Values,
  tellsObstacle: boolean,
): Content {
  const { contacts, due, asked, resting, active, recent, unknown, obstacle } = forecast;
  const days = Math.ceil(due / Math.max(1, Number(daily_limit)));
  const withMail = mailing_id !== '';
  const sentence =
    due === 0
      ? say('Nobody is due now.')
      : withMail
        ? say(
            '{due, plural, one {One contact gets} other {# contacts get}} the last mail, within {days, plural, one {one day} other {# days}}. Until they rest, newsletters go to them as usual.',
            { due, days },
          )
        : say(
            '{due, plural, one {One contact rests} other {# contacts rest}} without a last mail, within {days, plural, one {one day} other {# days}}.',
            { due, days },
          );
  return html`${obstacle !== undefined && tellsObstacle && html`<p class="notice bad" role="status">${say(obstacles[obstacle])}</p>`}<p>${say('Of {contacts, plural, one {one contact} other {# contacts}} who may get mail:', { contacts })}</p>${figures(
    [
      [say('Do not respond'), say.number(due), withMail ? say('Get the last mail') : say('Rest at once')],
      [say('Were asked'), say.number(asked), say('Have not done anything yet')],
      [say('Rest'), say.number(resting), say('Get no newsletters')],
      [say('Active'), say.number(active), say('Did something, or were woken by you')],
      [say('New'), say.number(recent), say('Not here for so long')],
      [say('Not known'), say.number(unknown), say('Got no mail that records who opens and clicks; left alone')],
    ],
  )}${obstacle === undefined && html`<p>${sentence}</p>`}${hint(say('Opens and clicks of machines do not count.'))}`;
}

/** Switches the policy on or off, changes it, or counts what it would do. */
export async function changeSunset(visit: Visit): Promise<Response> {
  const { client, form: sent, say } = visit;
  const next = textOf(sent, 'next');
  if (next === 'count') return show(visit);
  const { stored, version } = await readPolicy(visit);
  const values = enteredValues(visit);
  const active = next === 'off' ? false : next === 'on' || sent.get('active') === 'yes';
  const options = withStored(stored, await mailingOptions(visit), say);
  const asked = askAboutConflicts(visit, {
    mine: parts(say, values, active, options),
    theirs: parts(say, toValues(stored), stored.active, options),
    title: say('Contacts who do not respond'),
    parent: parentOf(say),
    back: own,
  });
  if (asked) return asked;
  const body = toDraft(values, active);
  const tried = await attempt(client.account.setSunsetPolicy({ body, ...ofVersion(version) }).orThrow());
  if (!('fault' in tried)) return redirect(`${own}?done=${active ? 'sunset-on' : 'sunset-off'}`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if ((await readPolicy(visit)).version !== version) return changeSunset(visit);
  return show(visit, tried.fault);
}

const toDraft = ({ days, mailing_id, wait_days, daily_limit }: Values, active: boolean): Draft => ({
  active,
  days: Number(days),
  ...(mailing_id !== '' && { mailing_id: Number(mailing_id) }),
  wait_days: Number(wait_days),
  daily_limit: Number(daily_limit),
});
