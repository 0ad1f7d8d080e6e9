import { type Option, selectField, textField, textOf } from '../../components/forms.ts';
import { hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, type Words, words } from '../../words.ts';
import { customFieldsOf, fieldName, standardFields } from '../contact-fields.ts';
import { listMailings, readNames } from '../mailing-names.ts';
import { eventLabel, transactionTypes } from '../start-events.ts';
import { readFilterNames, readProgramNames } from './names.ts';
import {
  describeStartOn,
  fieldsOfStartOn,
  readStartOn,
  type StartNames,
  type StartOnChoices,
  startKinds,
  startOnInputs,
} from './start-on.ts';
import type { Draft } from './steps.ts';

type Start = Pick<Draft, 'start_event' | 'start_date' | 'start_on' | 'contact_filter_id' | 'again_after_days'>;
type StartDate = NonNullable<Start['start_date']>;

/** Choice of a form that stands for a date in a field; no event is called so. */
const date = 'date';

/** Standard fields with a date. */
const dateFields: readonly (readonly [name: string, label: Words])[] = [
  ['BIRTHDAY', words('Birthday')],
  ['NAMEDAY', words('Name day')],
];

const sides: readonly (readonly [value: string, label: Words])[] = [
  ['on', words('on the day itself')],
  ['before', words('some days before')],
  ['after', words('some days after')],
];

const repeats: readonly (readonly [value: StartDate['repeat'], label: Words])[] = [
  ['yearly', words('each year')],
  ['once', words('once, in the year of the date')],
];

const agains: readonly (readonly [value: string, label: Words])[] = [
  ['always', words('as soon as it is at the end')],
  ['after', words('after some days')],
  ['never', words('never')],
];

/** Names of what starts programs. */
export interface ReasonNames extends StartNames {
  /** Of transaction types. */
  types: ReadonlyMap<string, string>;
}

/** Reads the names of what starts these programs. */
export async function readReasonNames(visit: Visit, starts: readonly Start[]): Promise<ReasonNames> {
  const { client, say } = visit;
  const about = starts.map(({ start_on }) => start_on);
  const mailingIds = about.flatMap((start) => (start && 'mailing_id' in start ? (start.mailing_id ?? []) : []));
  const filterIds = about.flatMap((start) => (start && 'contact_filter_id' in start ? start.contact_filter_id : []));
  const programIds = about.flatMap((start) => (start?.kind === 'program_ended' ? start.program_id : []));
  const [types, mailings, goals, filter, program] = await Promise.all([
    transactionTypes(client),
    readNames(say, client, mailingIds),
    about.some((start) => start?.kind === 'goal_reached') ? readGoals(client) : [],
    readFilterNames(visit, filterIds),
    readProgramNames(visit, programIds),
  ]);
  const goalNames = new Map(goals);
  return {
    types,
    mailing: (id) => mailings.get(id) ?? say('Mailing {id}', { id }),
    goal: (id) => goalNames.get(String(id)) ?? String(id),
    filter,
    program,
  };
}

/** Goals of the account with their sites, as options. */
async function readGoals(client: Visit['client']): Promise<Option[]> {
  const sites = await client.conversions.listSites().orThrow();
  return sites.flatMap(({ name: site, goals }) =>
    goals.map(({ id, name }) => [String(id), `${site}: ${name}`] as const),
  );
}

/** What starts a program, in words. */
export function describeStart(say: Say, { start_event, start_date, start_on }: Start, names: ReasonNames): string {
  if (start_on !== undefined) return describeStartOn(say, start_on, names);
  if (start_date === undefined) return eventLabel(say, start_event, names.types);
  const label = dateFields.find(([name]) => name === start_date.field)?.[1];
  const field = label === undefined ? fieldName(say, start_date.field) : say(label);
  const { days = 0, repeat, hour } = start_date;
  const [time, count] = [`${hour}:00`, Math.abs(days)];
  if (repeat === 'yearly') {
    if (days === 0) return say('Each year on the day of “{field}”, at {hour}', { field, hour: time });
    return days < 0
      ? say('Each year, {count, plural, one {# day} other {# days}} before the day of “{field}”, at {hour}', {
          field,
          hour: time,
          count,
        })
      : say('Each year, {count, plural, one {# day} other {# days}} after the day of “{field}”, at {hour}', {
          field,
          hour: time,
          count,
        });
  }
  if (days === 0) return say('Once, on the day of “{field}”, at {hour}', { field, hour: time });
  return days < 0
    ? say('Once, {count, plural, one {# day} other {# days}} before the day of “{field}”, at {hour}', {
        field,
        hour: time,
        count,
      })
    : say('Once, {count, plural, one {# day} other {# days}} after the day of “{field}”, at {hour}', {
        field,
        hour: time,
        count,
      });
}

/**
 * Who begins a program, in words; empty if everybody does who is not in it.
 * @param filter name of the segment
 */
export function describeEntry(say: Say, { contact_filter_id, again_after_days }: Start, filter: string): string {
  const sentences = [
    ...(contact_filter_id === undefined ? [] : [say('Only contacts of “{filter}” begin.', { filter })]),
    ...(again_after_days === null ? [say('Each contact begins once.')] : []),
    ...(again_after_days
      ? [
          say('Each contact begins again after {count, plural, one {# day} other {# days}} at the earliest.', {
            count: again_after_days,
          }),
        ]
      : []),
  ];
  return sentences.join(' ');
}

/** Reports whether the account has made the field itself. */
const isOwnField = (field: string) => ![...standardFields, ...dateFields].some(([name]) => name === field);

/** What a form offers to start a program with. */
export interface StartChoices extends ReasonNames, Omit<StartOnChoices, 'filters'> {
  /** Fields with dates. */
  dates: readonly Option[];
}

export async function readStartChoices(visit: Visit, start: Start): Promise<StartChoices> {
  const { client, params, say } = visit;
  const [names, custom, mailings, goals, programs] = await Promise.all([
    readReasonNames(visit, [start]),
    customFieldsOf(client),
    listMailings(client, { page_size: 100 }),
    readGoals(client),
    client.marketingAutomation.list().orThrow(),
  ]);
  const others = programs.filter(({ id }) => String(id) !== params.id);
  const dated = custom.filter(({ type }) => type === 'date' || type === 'timestamp');
  const own = custom.map(({ name }) => [name, name] as const);
  const none: Option = ['', say('Choose …')];
  const standard = say.options([...standardFields, ...dateFields.slice(1)]);
  const listed = mailings.mailings.map(({ id, name }) => [String(id), name] as const);
  const chosen = fieldsOfStartOn(start.start_on);
  const older = [chosen.start_mailing, chosen.goal_mailing].filter(
    (id) => id !== '' && !listed.some(([each]) => each === id),
  );
  return {
    ...names,
    dates: [...say.options(dateFields), ...dated.map(({ name }) => [name, name] as const)],
    fields: [none, ...standard, ...own],
    mailings: [none, ...listed, ...older.map((id) => [id, names.mailing(Number(id))] as const)],
    goals: [none, ...goals],
    programs: [none, ...others.map(({ id, name }) => [String(id), name] as const)],
  };
}

/**
 * Fields in which a form asks what starts a program; the style shows those of a date where one is chosen.
 * @param filters segments, after the choice of none
 */
export function startInputs(
  { say, account }: Visit,
  start: Start,
  choices: StartChoices,
  filters: readonly Option[],
): Content {
  const values = fieldsOfStart(start);
  const { types, dates } = choices;
  const events = ['', 'DOI_CONFIRMED', ...types.keys()].map((event): Option => [event, eventLabel(say, event, types)]);
  const options: Option[] = [
    events[0]!,
    [date, say('The day of a date, such as a birthday')],
    ...say.options(startKinds),
    ...events.slice(1),
  ];
  return html`<fieldset class="start"><legend>${say('Begins with')}</legend><div class="fields">${selectField({ label: say('What starts it'), name: 'start_event', value: values.start_event, options })}</div>
<div class="of date"><div class="fields">${selectField({ label: say('Field with the date'), name: 'date_field', value: values.date_field, options: dates })}${selectField({ label: say('When'), name: 'date_side', value: values.date_side, options: say.options(sides) })}${textField({ label: say('How many days before or after'), name: 'date_days', value: values.date_days, type: 'number' })}${selectField({ label: say('How often'), name: 'date_repeat', value: values.date_repeat, options: say.options(repeats) })}${textField({ label: say('Hour of the day'), name: 'date_hour', value: values.date_hour, type: 'number' })}</div>${hint(say('Hours are those of the time zone {zone}. Contacts who have the date at this hour begin, nobody twice for the same date. 29 February is 28 February in other years.', { zone: account.timeZone }))}</div>
${startOnInputs(say, start.start_on, { ...choices, filters })}
<div class="fields">${selectField({ label: say('Who begins'), name: 'start_filter', value: values.start_filter, options: [['', say('All contacts')], ...filters.slice(1)] })}${selectField({ label: say('When a contact may begin again'), name: 'again', value: values.again, options: say.options(agains) })}${textField({ label: say('How many days until then'), name: 'again_days', value: values.again_days, type: 'number' })}</div></fieldset>`;
}

/** The fields of a form with what starts a program; those of a date have what people choose most where there is none. */
export function fieldsOfStart({ start_event, start_date, start_on, contact_filter_id, again_after_days }: Start) {
  const { field = 'BIRTHDAY', days = 0, repeat = 'yearly', hour = 9 } = start_date ?? {};
  return {
    start_event: start_on?.kind ?? (start_date === undefined ? (start_event?.toUpperCase() ?? '') : date),
    date_field: field,
    date_side: days === 0 ? 'on' : days < 0 ? 'before' : 'after',
    date_days: days === 0 ? '' : String(Math.abs(days)),
    date_repeat: repeat,
    date_hour: String(hour),
    ...fieldsOfStartOn(start_on),
    start_filter: String(contact_filter_id ?? ''),
    again: again_after_days === null ? 'never' : again_after_days ? 'after' : 'always',
    again_days: again_after_days ? String(again_after_days) : '',
  };
}

/** Reads what starts a program, and for whom, from a form. Texts where a number belongs become one that the API refuses. */
export function readStart(form: FormData): Start {
  const filter = textOf(form, 'start_filter');
  const again = textOf(form, 'again');
  return {
    ...readReason(form),
    ...(filter !== '' && { contact_filter_id: Number(filter) }),
    ...(again === 'never' && { again_after_days: null }),
    ...(again === 'after' && { again_after_days: number(textOf(form, 'again_days')) }),
  };
}

function readReason(form: FormData): Start {
  const event = textOf(form, 'start_event');
  const start_on = readStartOn(event, form, isOwnField);
  if (start_on !== undefined) return { start_on };
  if (event !== date) return event === '' ? {} : { start_event: event };
  const field = textOf(form, 'date_field');
  const side = textOf(form, 'date_side');
  const days = side === 'on' ? 0 : number(textOf(form, 'date_days'));
  return {
    start_date: {
      field,
      ...(!dateFields.some(([name]) => name === field) && { is_customfield: true }),
      days: side === 'before' ? 0 - days : days,
      repeat: textOf(form, 'date_repeat') === 'once' ? 'once' : 'yearly',
      hour: textOf(form, 'date_hour') === '' ? refused : number(textOf(form, 'date_hour')),
    },
  };
}

const refused = 10_000;
const number = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : text === '' ? 0 : refused);
