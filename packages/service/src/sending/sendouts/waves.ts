import type { Temporal } from 'temporal-polyfill';
import { localTimes } from '../../mailings/index.ts';
import { instantOf, isZone } from '../../platform/time/zone.ts';
import type { SendoutWave } from '../tables.ts';

/** Whom a mailing reaches when, if it is sent at a time of the clock where each contact is. */
export interface WavePlan {
  /** Waves in the order of their times. Two of one time are of contacts with and without a time zone of their own. */
  waves: (SendoutWave & { contacts: number })[];
  /** The waves of values of the field; others are no names of time zones. */
  ofValue: ReadonlyMap<string, number>;
  /** The wave of contacts without a value, and that of contacts with another value. */
  ofNone: number;
  ofUnknown: number;
}

interface Clock {
  time: Temporal.PlainDateTime;
  /** Time zone of the account, for contacts without one of their own. */
  accountZone: string;
  /** No wave is before it: contacts for whom the time is over by then get the mail on the next day. */
  notBefore: Date;
}

/** Divides contacts into waves by the values that they have in a field, given with their numbers of contacts. */
export function planWaves(values: ReadonlyMap<string, number>, { time, accountZone, notBefore }: Clock): WavePlan {
  const drafts = new Map<string, SendoutWave & { contacts: number; values: string[] }>();
  const add = (kind: SendoutWave['kind'], zone: string, value?: string, contacts = 0) => {
    const at = localTimes.localInstant(time, zone, notBefore);
    const nextDay = at > instantOf(time, zone);
    // Where one zone has its next day, another may have the day itself: nine in Honolulu is nine of the day after on Kiritimati.
    const key = `${kind} ${at.getTime()} ${nextDay}`;
    const draft = drafts.get(key) ?? { at: at.toISOString(), kind, zones: [], nextDay, contacts: 0, values: [] };
    drafts.set(key, draft);
    draft.contacts += contacts;
    if (value === undefined) return;
    draft.values.push(value);
    const name = value.trim();
    if (name !== '' && !draft.zones.includes(name) && draft.zones.length < mostZones) draft.zones.push(name);
  };
  add('no_zone', accountZone);
  add('unknown_zone', accountZone);
  for (const [value, contacts] of values) {
    const name = value.trim();
    const kind = name === '' ? 'no_zone' : isZone(name) ? 'zone' : 'unknown_zone';
    add(kind, kind === 'zone' ? name : accountZone, value, contacts);
  }
  const sorted = [...drafts.values()].sort((one, other) => rank(one).localeCompare(rank(other)));
  const known = sorted.flatMap(({ kind, values }, wave) =>
    kind === 'unknown_zone' ? [] : values.map((value) => [value, wave] as const),
  );
  return {
    waves: sorted.map(({ values: _, ...wave }) => ({ ...wave, zones: wave.zones.sort() })),
    ofValue: new Map(known),
    ofNone: sorted.findIndex(({ kind }) => kind === 'no_zone'),
    ofUnknown: sorted.findIndex(({ kind }) => kind === 'unknown_zone'),
  };
}

/** As many zones of a wave are named. */
const mostZones = 100;

const rank = ({ at, kind, nextDay }: SendoutWave) =>
  `${at} ${['zone', 'no_zone', 'unknown_zone'].indexOf(kind)} ${nextDay}`;

/** When the recipients of the waves are fixed: at the first of them that has contacts, or at the account's own, if that is earlier. */
export function startOfWaves({ waves, ofNone }: WavePlan): Date {
  const account = waves[ofNone]!;
  return new Date(waves.find(({ contacts, at }) => contacts > 0 || at === account.at)!.at);
}
