import type { Client } from '@mailwright/client';
import type { Say } from '../../words.ts';

export type Relay = Awaited<ReturnType<ReturnType<Client['account']['getRelays']>['orThrow']>>[number];

type WarmUp = NonNullable<Relay['warm_up']>;

/** Names the limits of a relay. */
export function limitWords(say: Say, { per_minute, per_day }: Pick<Relay, 'per_minute' | 'per_day'>): string {
  const limits = [
    per_minute !== undefined && say('{count, plural, one {# mail} other {# mails}} a minute', { count: per_minute }),
    per_day !== undefined && say('{count, plural, one {# mail} other {# mails}} a day', { count: per_day }),
  ].filter((limit) => limit !== false);
  return limits.join(', ') || say('No limits');
}

/** Says where the warm-up of a relay is, and what holds it back. */
export function warmUpWords(say: Say, { day, days, per_day, deferred_share }: WarmUp): string {
  const plan = say('Day {day, number} of {days, number}: {count, number} mails.', { day, days, count: per_day });
  if (deferred_share === undefined) return plan;
  const deferred = say.share(Math.round(deferred_share * 1000), 1000);
  return `${plan} ${say('It does not go on because {deferred} of the mails of the day before were put off.', { deferred })}`;
}

/** Says what slows mails down now, a sentence for each cause; none if nothing does. */
export function slowness(say: Say, relays: readonly Relay[]): string[] {
  const down = relays
    .filter(({ state }) => state === 'down')
    .map(({ name, reason }) =>
      reason === undefined
        ? say('The mail server {name} does not answer.', { name })
        : say('The mail server {name} does not answer: {reason}.', { name, reason }),
    );
  const used = relays.filter(({ sent_today: sent, ...relay }) => sent !== undefined && sent >= dayLimit(relay));
  const usedUp = used.map((relay) =>
    say('The {count, number} mails that the mail server {name} sends a day are used up.', {
      count: dayLimit(relay),
      name: relay.name,
    }),
  );
  const slow = relays.flatMap(({ name: relay, receivers }) =>
    receivers.map(({ name, per_minute }) =>
      say('{name} asked for fewer mails over {relay}: {count, number} a minute go there.', {
        name,
        relay,
        count: per_minute,
      }),
    ),
  );
  return [...down, ...usedUp, ...slow];
}

const dayLimit = ({ per_day, warm_up }: Pick<Relay, 'per_day' | 'warm_up'>): number =>
  Math.min(per_day ?? Number.POSITIVE_INFINITY, warm_up?.per_day ?? Number.POSITIVE_INFINITY);
