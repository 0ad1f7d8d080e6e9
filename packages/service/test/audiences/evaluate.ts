import { type ActivityRule, type FieldRule, type Group, isActivityRule } from '../../src/audiences/filters/rules.ts';
import type { Permission } from '../../src/people/tables.ts';
import type { EventClass } from '../../src/tracking/tables.ts';

/** What filters look at, as the table holds it. */
export interface Subject {
  email: string | null;
  external_id: string | null;
  permission: Permission;
  source: string | null;
  standard_fields: Record<string, string>;
  custom_fields: Record<string, string | number | boolean>;
  unsubscribed: boolean;
  blocked: boolean;
  /** `YYYY-MM-DD HH:MM:SS` of UTC */
  created: string;
  updated: string;
  received: Act[];
  opened: Act[];
  clicked: Act[];
}

/** Something done in one of the test's mailings, at a time of UTC. */
export interface Act {
  mailing: number;
  at: string;
  class: EventClass;
}

/** Where and when a filter is asked. */
export interface Clock {
  /** `YYYY-MM-DD` in the time zone. */
  today: string;
  timeZone: string;
}

/** Whether a group holds for a contact, by the words of the description and without SQL. */
export function holds(group: Group, contact: Subject, clock: Clock): boolean {
  const parts = [
    ...group.rules.map((rule) =>
      isActivityRule(rule) ? activityHolds(rule, contact, clock) : ruleHolds(rule, contact, clock),
    ),
    ...group.groups.map((inner) => holds(inner, contact, clock)),
  ];
  if (group.match === 'all') return parts.every(Boolean);
  return group.match === 'any' ? parts.some(Boolean) : !parts.some(Boolean);
}

function ruleHolds(
  { field, is_customfield, operator, type, value = '', values = [] }: FieldRule,
  contact: Subject,
  { today, timeZone }: Clock,
): boolean {
  const raw = is_customfield ? contact.custom_fields[field] : systemValue(field, contact, timeZone);
  const actual = raw === undefined || raw === null ? undefined : normal(raw, type);
  const wanted = (text: string) =>
    normal(type === 'string' || type === 'date' || type === 'timestamp' ? text : JSON.parse(text), type);
  switch (operator) {
    case 'EMPTY':
      return actual === undefined || actual === '';
    case 'NOTEMPTY':
      return actual !== undefined && actual !== '';
    case 'NOTEQUALS':
      return actual === undefined || actual !== wanted(value);
    case 'NOTCONTAINS':
      return actual === undefined || !String(actual).includes(String(wanted(value)));
  }
  if (actual === undefined) return false;
  const text = String(actual);
  const day = text.slice(0, 10);
  switch (operator) {
    case 'EQUALS':
      return actual === wanted(value);
    case 'CONTAINS':
      return text.includes(String(wanted(value)));
    case 'STARTS_WITH':
      return text.startsWith(String(wanted(value)));
    case 'ENDS_WITH':
      return text.endsWith(String(wanted(value)));
    case 'GREATER':
    case 'AFTER':
      return order(actual, wanted(value)) > 0;
    case 'LESS':
    case 'BEFORE':
      return order(actual, wanted(value)) < 0;
    case 'BETWEEN':
      return order(actual, wanted(values[0]!)) >= 0 && order(actual, wanted(values[1]!)) <= 0;
    case 'IN':
      return values.some((one) => wanted(one) === actual);
    case 'WITHIN_DAYS':
      return day <= today && day > plusDays(today, -Number(value));
    case 'ANNIVERSARY':
      return daysAround(today, Number(value)).some((date) => anniversary(day, date.slice(0, 4)) === date);
  }
}

/** A click is an opening; machines do nothing. */
function activityHolds(rule: ActivityRule, contact: Subject, { today, timeZone }: Clock): boolean {
  const { received, opened, clicked } = contact;
  const acts = { RECEIVED: received, OPENED: [...opened, ...clicked], CLICKED: clicked };
  const not = rule.operator.startsWith('NOT_');
  const did = acts[rule.operator.replace('NOT_', '') as keyof typeof acts].some(
    (act) =>
      act.class !== 'machine' &&
      (rule.mailing_id ?? act.mailing) === act.mailing &&
      (rule.days === undefined || localTime(act.at, timeZone).slice(0, 10) > plusDays(today, -rule.days)),
  );
  return did !== not;
}

/** What the clock on the wall of a time zone shows at a time of UTC. */
function localTime(utc: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(`${utc.replace(' ', 'T')}Z`));
}

function systemValue(field: string, contact: Subject, timeZone: string): string | number | null | undefined {
  switch (field) {
    case 'EMAIL':
      return contact.email;
    case 'EMAIL_DOMAIN':
      return contact.email?.split('@')[1];
    case 'EXTERNAL_ID':
      return contact.external_id;
    case 'PERMISSION':
      return contact.permission;
    case 'PERMISSION_STATUS':
      return contact.unsubscribed ? 'unsubscribed' : contact.permission === 1 ? 'none' : 'available';
    case 'SENDOUT_STATUS':
      return contact.blocked ? 'blocked' : 'allowed';
    case 'CUSTOM_SOURCE':
      return contact.source;
    case 'CREATED':
      return localTime(contact.created, timeZone);
    case 'UPDATED':
      return localTime(contact.updated, timeZone);
    default:
      return contact.standard_fields[field];
  }
}

function normal(value: string | number | boolean, type: FieldRule['type']): string | number | boolean {
  if (type === 'date') return String(value).slice(0, 10);
  return typeof value === 'string' ? value.normalize('NFC').toLowerCase() : value;
}

/** Text by code point, numbers by size. */
function order(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

function daysAround(today: string, days: number): string[] {
  return Array.from({ length: 2 * days + 1 }, (_, index) => plusDays(today, index - days));
}

/** The day on which a year celebrates a date. */
function anniversary(day: string, year: string): string {
  const leap = new Date(`${year}-02-29T00:00:00Z`).getUTCDate() === 29;
  return `${year}-${day.slice(5) === '02-29' && !leap ? '02-28' : day.slice(5)}`;
}
