import { expect, test } from 'vitest';
import { type DispatchInput, readDispatching } from './read.ts';

const multi = { type: 'MULTI', interval: 'DAY', hours: 9 } as const;
const filter = { ...multi, target: 'CONTACTFILTER', contact_filter_id: 12 } as const;
const feed = { ...filter, target: 'RSS', rss_feed_url: 'https://blog.example.org/feed' } as const;

test.each<[string, DispatchInput, object]>([
  [
    'a transaction type',
    { type: 'SINGLE', event: '68' },
    { transaction_type_id: 68, system_event: null, speed_level: 'LOW' },
  ],
  ['by its other name', { type: 'SINGLE', event_id: 68 }, { transaction_type_id: 68 }],
  ['by both', { type: 'SINGLE', event: '68', event_id: 68 }, { transaction_type_id: 68 }],
  [
    'an event of the service',
    { type: 'SINGLE', event: 'doi_confirmed' },
    { transaction_type_id: null, system_event: 'DOI_CONFIRMED' },
  ],
  [
    'what does not apply is left out',
    { ...filter, type: 'SINGLE', event: '68' },
    { target: null, repeat: null, hours: null, contact_filter_id: null },
  ],
  [
    'automation programs',
    { type: 'EXTERNAL', event: '68', speed_level: 'HIGH' },
    { transaction_type_id: null, speed_level: 'HIGH' },
  ],
  [
    'events at intervals',
    { ...multi, target: 'EVENT', event: '68' },
    { transaction_type_id: 68, repeat: 'DAY', hours: 9, minutes: 0 },
  ],
  [
    'each hour',
    { ...filter, interval: 'HOUR', minutes: 30 },
    { repeat: 'HOUR', hours: null, minutes: 30, contact_filter_id: 12 },
  ],
  [
    'each week',
    { ...filter, interval: 'WEEK', day_of_week: 1, day_of_month: 3 },
    { day_of_week: 1, day_of_month: null },
  ],
  [
    'each month',
    { ...filter, interval: 'MONTH', day_of_month: 31, day_of_week: 3 },
    { day_of_month: 31, day_of_week: null },
  ],
  [
    'a feed',
    feed,
    { rss_unique_feature: 'DEFAULT', rss_order_by: 'PUBDATE', rss_order_asc: false, rss_min_new_entries: 1 },
  ],
  [
    'a limit',
    { ...filter, delivery_limit: 2, delivery_limit_unit: 'WEEK' },
    { delivery_limit: 2, delivery_limit_unit: 'WEEK' },
  ],
  [
    'no limit',
    { ...filter, delivery_limit: 0, delivery_limit_unit: 'WEEK' },
    { delivery_limit: 0, delivery_limit_unit: null },
  ],
])('%s', (_, input, wanted) => {
  expect(readDispatching(input)).toMatchObject(wanted);
});

test.each<[DispatchInput, string]>([
  [{ type: 'SINGLE' }, 'event is required with type SINGLE'],
  [{ type: 'SINGLE', event: '68', event_id: 69 }, 'event and event_id must be equal but were 68 and 69'],
  [
    { type: 'SINGLE', event: 'birthday' },
    'event must be the id of a transaction type or DOI_CONFIRMED but was birthday',
  ],
  [{ type: 'SINGLE', event: '0' }, 'event must be the id'],
  [{ type: 'SINGLE', event: '99999999999999999999' }, 'event must be the id'],
  [{ type: 'MULTI', interval: 'HOUR' }, 'target is required with type MULTI'],
  [{ ...filter, interval: undefined! }, 'interval is required with type MULTI'],
  [{ ...multi, target: 'EVENT' }, 'event is required with target EVENT'],
  [{ ...multi, target: 'CONTACTFILTER' }, 'contact_filter_id is required with target CONTACTFILTER'],
  [{ ...filter, target: 'RSS' }, 'rss_feed_url is required with target RSS'],
  [{ ...feed, contact_filter_id: undefined! }, 'contact_filter_id is required with target RSS'],
  [{ ...feed, rss_feed_url: 'file:///etc/passwd' }, 'rss_feed_url must start with http'],
  [{ ...feed, rss_feed_url: 'feed' }, 'rss_feed_url must start with'],
  [{ ...filter, hours: undefined! }, 'hours is required with interval DAY'],
  [{ ...filter, interval: 'WEEK' }, 'day_of_week is required with interval WEEK'],
  [{ ...filter, interval: 'MONTH' }, 'day_of_month is required with interval MONTH'],
  [{ ...filter, delivery_limit: 1 }, 'delivery_limit_unit is required with a delivery_limit'],
])('%j: %s', (input, message) => {
  expect(() => readDispatching(input)).toThrow(message);
});
