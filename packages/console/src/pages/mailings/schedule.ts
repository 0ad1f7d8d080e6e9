import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { linkButton, pageLink, postForm, radioChoice, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { plainMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { customFieldsOf } from '../contact-fields.ts';
import { seen, versionField } from './seen-version.ts';
import { waveNotes, waveTable } from './waves.ts';

const hour = 3_600_000;

/** How mails are spread over time, and what of a schedule says so. */
const ways = {
  once: { label: words('To everybody at this time'), options: {} },
  local: { label: words('At this time where the contact is'), options: { dispatchOption: 'localtime' } },
  hour: {
    label: words('At the best hour of each contact, within 24 hours'),
    options: { dispatchOption: 'hour', dispatchEndInHours: 24 },
  },
  weekday: {
    label: words('At the best day and hour of each contact, within 7 days'),
    options: { dispatchOption: 'weekdayhour', dispatchEndInDays: 7 },
  },
} as const satisfies Record<string, { label: Words; options: object }>;

type Way = keyof typeof ways;

interface Plan {
  date: string;
  time: string;
  way: Way | undefined;
  field: string;
  clicks: boolean;
}

const isWay = (name: string): name is Way => Object.hasOwn(ways, name);

function readPlan(get: (name: string) => string): Plan {
  const way = get('way');
  return {
    date: get('date'),
    time: get('time'),
    way: isWay(way) ? way : undefined,
    field: get('field'),
    clicks: get('clicks') === 'yes',
  };
}

function toParameters({ date, time, way = 'once', field, clicks }: Plan) {
  const [hours = '', minutes = ''] = time.split(':');
  const isByClicks = clicks && (way === 'hour' || way === 'weekday');
  return {
    date,
    hours,
    minutes,
    ...ways[way].options,
    ...(way === 'local' && { dispatchTimeZoneField: field }),
    ...(isByClicks && { clicksAsResponseReference: true }),
  };
}

/** Schedules a mailing as a form says; one that names no way sends it to everybody at once. */
export const scheduleByForm = (client: Client, mailingid: number, form: FormData) =>
  client.regularMailings
    .createSchedule({ mailingid, ...toParameters(readPlan((name) => textOf(form, name))), ...seen(form) })
    .orThrow();

/** Asks when and how a mailing is sent, and tells who gets it when before it is scheduled. */
export async function schedulePage(visit: Visit): Promise<Response> {
  const { client, params, query, say } = visit;
  const mailingid = Number(params.id);
  const own = `/console/mailings/${mailingid}`;
  // Read before what the page shows: what is changed meanwhile, nobody has seen.
  const version = await client.mailings.getVersion({ mailingid }).orThrow();
  const name = await client.mailings.getName({ mailingid }).orThrow();
  const plan = readPlan((field) => query.get(field) ?? '');
  const shown = plan.way === undefined ? undefined : await preview(visit, mailingid, plan, version);
  const body = html`${fault(shown?.fault)}${section(say('When'), await planForm(visit, plan))}${shown?.content}`;
  const parent = { label: name, path: own };
  return respondPage(visit, { title: say('Schedule'), parent, body }, shown?.fault === undefined ? 200 : 400);
}

async function planForm(visit: Visit, plan: Plan): Promise<Content> {
  const { account, client, path, say } = visit;
  const fields = (await customFieldsOf(client)).filter(({ type }) => type === 'string');
  const soon = plainMinute(account.timeZone, Date.now() + hour);
  const chosen = plan.way ?? 'once';
  const choices = (Object.keys(ways) as Way[]).map(
    (way) => html`<p>${radioChoice(say(ways[way].label), 'way', way, way === chosen)}</p>`,
  );
  const zoneField =
    fields.length === 0
      ? hint(
          say.rich(
            'To send it by the clock where contacts are, they need a <a>custom field</a> of type text with their time zone, such as Europe/Paris.',
            {
              a: pageLink(visit, '/console/contacts/fields'),
            },
          ),
        )
      : selectField({
          label: say('Field with the time zone of the contact'),
          name: 'field',
          value: plan.field,
          options: fields.map(({ name }) => [name, name]),
          hint: say('For the time where the contact is. The values are names such as Europe/Paris.'),
        });
  return html`<form method="get" action="${path}"><div class="fields">${textField({ label: say('Day'), name: 'date', type: 'date', value: plan.date || soon.slice(0, 10), required: true })}${textField({ label: say('Time of day'), name: 'time', type: 'time', value: plan.time || soon.slice(11), required: true, hint: say('In the time zone {zone}.', { zone: account.timeZone }) })}</div>
<fieldset><legend>${say('Who gets it when')}</legend>${choices}</fieldset>${zoneField}
${selectField({
  label: say('The best hour is when a contact most often'),
  name: 'clicks',
  value: plan.clicks ? 'yes' : '',
  options: [
    ['', say('opens mails')],
    ['yes', say('clicks links')],
  ],
  hint: say(
    'Opens and clicks of machines do not count. Contacts without any get the mailing in the last third of the time.',
  ),
})}
<p class="row"><button>${say('Show who gets it when')}</button>${linkButton(say('Cancel'), path.replace(/\/schedule$/, ''))}</p></form>`;
}

/** What a plan means for contacts, and the button that makes it a schedule. */
async function preview(
  visit: Visit,
  mailingid: number,
  plan: Plan,
  version: string,
): Promise<{ content?: Content; fault?: string }> {
  const { say } = visit;
  const described = await attempt(describe(visit, mailingid, plan));
  if ('fault' in described) return { fault: described.fault };
  const hidden = Object.entries({ ...plan, clicks: plan.clicks ? 'yes' : '' }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const form = postForm(
    visit,
    `/console/mailings/${mailingid}/schedule`,
    html`${versionField(version)}${hidden}<p><button>${say('Schedule')}</button></p>`,
  );
  return { content: section(say('Who gets it when'), html`${described.value}${form}`, { id: 'preview' }) };
}

async function describe(visit: Visit, mailingid: number, plan: Plan): Promise<Content> {
  const { client, say } = visit;
  const { date, time, way, field } = plan;
  if (way === 'local') {
    const [hours = '', minutes = ''] = time.split(':');
    const waves = await client.regularMailings
      .getWaves({ mailingid, date, hours, minutes, dispatchTimeZoneField: field })
      .orThrow();
    return html`${waveNotes(say, waves)}${waveTable(visit, waves)}${hint(say('Contacts are counted again when the first of these times comes.'))}`;
  }
  const { audience } = await client.mailings.getReadiness({ mailingid }).orThrow();
  const count = audience?.recipients ?? 0;
  const at = `${date} ${time}`;
  if (way === 'once')
    return html`<p>${say('{count, plural, one {# contact gets it at {time}.} other {# contacts get it at {time}.}}', { count, time: at })}</p>`;
  return html`<p>${say('{count, plural, one {From {time} on # contact gets it, at the full hour at which it responded most often.} other {From {time} on # contacts get it, each at the full hour at which it responded most often.}}', { count, time: at })}</p>`;
}
