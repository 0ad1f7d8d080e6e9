import { badRequest } from '@mailwright/server/runtime';
import type { MailingDispatchingTable } from '../tables.ts';
import type { Dispatching } from './store.ts';

type Row = MailingDispatchingTable;

/** The document of a dispatching, each part of it within the bounds of the description. */
export interface DispatchInput {
  type: Row['type'];
  event?: string;
  event_id?: number;
  target?: NonNullable<Row['target']>;
  speed_level?: Row['speed_level'];
  interval?: NonNullable<Row['repeat']>;
  day_of_month?: number;
  day_of_week?: number;
  hours?: number;
  minutes?: number;
  contact_filter_id?: number;
  rss_feed_url?: string;
  rss_unique_feature?: NonNullable<Row['rss_unique_feature']>;
  rss_order_by?: NonNullable<Row['rss_order_by']>;
  rss_order_asc?: boolean;
  rss_min_new_entries?: number;
  delivery_limit?: number;
  delivery_limit_unit?: NonNullable<Row['delivery_limit_unit']>;
}

/** Events that the service itself causes. */
const systemEvents = ['DOI_CONFIRMED'];

/** A dispatching of which only what applies is kept. @throws ApiError 400 that names the rule that is broken */
export function readDispatching(input: DispatchInput): Dispatching {
  const { type, speed_level = 'LOW', delivery_limit = 0 } = input;
  const target = type === 'MULTI' ? required(input, 'target', 'type MULTI') : null;
  const byEvent = type === 'SINGLE' || target === 'EVENT';
  const filtered = target === 'CONTACTFILTER' || target === 'RSS';
  return {
    type,
    target,
    speed_level,
    ...(byEvent ? readEvent(input, type === 'SINGLE' ? 'type SINGLE' : 'target EVENT') : noEvent),
    ...(type === 'MULTI' ? readTimes(input) : noTimes),
    contact_filter_id: filtered ? required(input, 'contact_filter_id', `target ${target}`) : null,
    ...(target === 'RSS' ? readFeed(input) : noFeed),
    delivery_limit,
    delivery_limit_unit: delivery_limit > 0 ? required(input, 'delivery_limit_unit', 'a delivery_limit') : null,
  };
}

function required<Name extends keyof DispatchInput>(
  input: DispatchInput,
  name: Name,
  why: string,
): NonNullable<DispatchInput[Name]> {
  const value = input[name];
  if (value === undefined) throw badRequest(`${name} is required with ${why}`);
  return value;
}

const noEvent = { transaction_type_id: null, system_event: null };

function readEvent(input: DispatchInput, why: string) {
  const { event_id } = input;
  const event = input.event ?? (event_id === undefined ? required(input, 'event', why) : String(event_id));
  if (event_id !== undefined && event !== String(event_id)) {
    throw badRequest(`event and event_id must be equal but were ${event} and ${event_id}`);
  }
  return readEventName(event);
}

/** The event that a name or the id of a transaction type stands for. @throws ApiError 400 when it is none */
export function readEventName(event: string) {
  const id = Number(event);
  if (Number.isSafeInteger(id) && id > 0) return { transaction_type_id: id, system_event: null };
  const name = event.toUpperCase();
  if (systemEvents.includes(name)) return { transaction_type_id: null, system_event: name };
  throw badRequest(`event must be the id of a transaction type or ${systemEvents.join(' or ')} but was ${event}`);
}

const noTimes = { repeat: null, day_of_month: null, day_of_week: null, hours: null, minutes: null };

function readTimes(input: DispatchInput) {
  const repeat = required(input, 'interval', 'type MULTI');
  const why = `interval ${repeat}`;
  const { day_of_month, day_of_week, ...rest } = input;
  // Some clients always send both, with 0 for the one that the interval does not use.
  const days = { ...rest, ...(day_of_month && { day_of_month }), ...(day_of_week && { day_of_week }) };
  return {
    repeat,
    day_of_month: repeat === 'MONTH' ? required(days, 'day_of_month', why) : null,
    day_of_week: repeat === 'WEEK' ? required(days, 'day_of_week', why) : null,
    hours: repeat === 'HOUR' ? null : required(input, 'hours', why),
    minutes: input.minutes ?? 0,
  };
}

const noFeed = {
  rss_feed_url: null,
  rss_unique_feature: null,
  rss_order_by: null,
  rss_order_asc: null,
  rss_min_new_entries: null,
};

function readFeed(input: DispatchInput) {
  const rss_feed_url = required(input, 'rss_feed_url', 'target RSS');
  if (!/^https?:$/.test(URL.parse(rss_feed_url)?.protocol ?? '')) {
    throw badRequest(`rss_feed_url must start with http:// or https:// but was ${rss_feed_url}`);
  }
  const { rss_unique_feature = 'DEFAULT', rss_order_by = 'PUBDATE', rss_order_asc = false } = input;
  const { rss_min_new_entries = 1 } = input;
  return { rss_feed_url, rss_unique_feature, rss_order_by, rss_order_asc, rss_min_new_entries };
}
