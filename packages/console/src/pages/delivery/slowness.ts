import type { Client } from '@mailwright/client';
import { number, share } from '../../components/figures.ts';

export type Relay = Awaited<ReturnType<ReturnType<Client['account']['getRelays']>['orThrow']>>[number];

type WarmUp = NonNullable<Relay['warm_up']>;

/** Names the limits of a relay. */
export function limitWords({ per_minute, per_day }: Pick<Relay, 'per_minute' | 'per_day'>): string {
  const limits = [
    per_minute !== undefined && `${number(per_minute)} mails a minute`,
    per_day !== undefined && `${number(per_day)} mails a day`,
  ].filter((limit) => limit !== false);
  return limits.join(', ') || 'None';
}

/** Says where the warm-up of a relay is, and what holds it back. */
export function warmUpWords({ day, days, per_day, deferred_share }: WarmUp): string {
  const plan = `Day ${day} of ${days}: ${number(per_day)} mails`;
  return deferred_share === undefined
    ? plan
    : `${plan}. It does not go on because ${share(Math.round(deferred_share * 1000), 1000)} of the mails of the day before were deferred.`;
}

/** Says what slows mails down now, a sentence for each cause; none if nothing does. */
export function slowness(relays: readonly Relay[]): string[] {
  const down = relays
    .filter(({ state }) => state === 'down')
    .map(({ name, reason }) => `The relay ${name} does not answer${reason === undefined ? '' : `: ${reason}`}.`);
  const used = relays.filter(({ sent_today: sent, ...relay }) => sent !== undefined && sent >= dayLimit(relay));
  const usedUp = used.map(
    (relay) => `The ${number(dayLimit(relay))} mails of the relay ${relay.name} for today are used up.`,
  );
  const slow = relays.flatMap(({ name, receivers }) =>
    receivers.map(
      (receiver) =>
        `${receiver.name} asked for fewer mails over ${name}: ${number(receiver.per_minute)} a minute go there.`,
    ),
  );
  return [...down, ...usedUp, ...slow];
}

const dayLimit = ({ per_day, warm_up }: Pick<Relay, 'per_day' | 'warm_up'>): number =>
  Math.min(per_day ?? Number.POSITIVE_INFINITY, warm_up?.per_day ?? Number.POSITIVE_INFINITY);
