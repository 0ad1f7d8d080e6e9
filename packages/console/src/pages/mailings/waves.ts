import type { MailingWaves } from '@mailwright/client';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';

type Wave = MailingWaves['waves'][number];

/** Zones of a wave that are named; of more, only their number is told. */
const named = 3;

/** When contacts get a mailing by the clock where they are, how many, and of a sendout how far each wave is. */
export function waveTable(visit: Visit, { fixed, time_zone, waves }: MailingWaves): Content {
  const { say } = visit;
  const number = (value: number | undefined) => say.number(value ?? 0);
  return table(
    say('Waves'),
    [
      {
        title: say('Time in {zone}', { zone: time_zone }),
        cell: ({ at }: Wave) => localTime({ account: { ...visit.account, timeZone: time_zone }, say }, at),
        kind: 'whole',
      },
      { title: say('For contacts'), cell: (wave: Wave) => describeZones(say, wave) },
      { title: say('Contacts'), cell: ({ contacts }: Wave) => number(contacts), kind: 'number' },
      ...(fixed
        ? ([
            { title: say('Sent'), cell: ({ sent }: Wave) => number(sent), kind: 'number' },
            { title: say('Waiting'), cell: ({ waiting }: Wave) => number(waiting), kind: 'number' },
          ] as const)
        : []),
    ],
    waves,
    say('Nobody would get it now.'),
  );
}

function describeZones(say: Say, { kind, zones, next_day }: Wave): Content {
  const whom = {
    zone: () => say('in {zones}', { zones: listZones(say, zones) }),
    no_zone: () => say('without a time zone'),
    unknown_zone: () => say('with a time zone that is unknown: {zones}', { zones: listZones(say, zones) }),
  }[kind]();
  return html`${whom}${next_day && html` <span class="soft">${say('(the next day)')}</span>`}`;
}

function listZones(say: Say, zones: readonly string[]): string {
  const more = zones.length - named;
  const first = zones.slice(0, named).map((zone) => zone.replaceAll('_', ' '));
  return say.list(more > 0 ? [...first, say('{more, plural, one {# other} other {# others}}', { more })] : first);
}

/** Numbers that somebody wants to know before contacts get a mailing by their own clocks. */
export function waveNotes(say: Say, { time_zone, waves }: MailingWaves): Content {
  const count = (isCounted: (wave: Wave) => boolean) =>
    waves.filter(isCounted).reduce((sum, { contacts }) => sum + contacts, 0);
  const without = count(({ kind }) => kind === 'no_zone');
  const unknown = count(({ kind }) => kind === 'unknown_zone');
  const late = count(({ next_day }) => next_day);
  const notes = [
    without > 0 &&
      say(
        '{count, plural, one {# contact has no time zone and gets it by the one of the account, {zone}.} other {# contacts have no time zone and get it by the one of the account, {zone}.}}',
        { count: without, zone: time_zone },
      ),
    unknown > 0 &&
      say(
        '{count, plural, one {# contact has a time zone that nobody knows and gets it by the one of the account, {zone}.} other {# contacts have a time zone that nobody knows and get it by the one of the account, {zone}.}}',
        { count: unknown, zone: time_zone },
      ),
    late > 0 &&
      say(
        '{count, plural, one {For # contact this time is over already: it gets the mailing on the next day at the same time.} other {For # contacts this time is over already: they get the mailing on the next day at the same time.}}',
        { count: late },
      ),
  ].filter((note) => note !== false);
  return notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`;
}
