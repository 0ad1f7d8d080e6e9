import type { Mailing } from '../../mailings/index.ts';

/** Share of the connections that a mailing begins with; it doubles each minute. */
const firstShare = 0.1;
const minute = 60_000;

/**
 * How many connections a regular mailing may have so long after its sendout began, so that nobody is flooded at once.
 * The highest level begins with all of them.
 */
export function slowStart(speed: Mailing['speed_level'], millis: number, connections: number): number {
  if (speed === 'supersonic') return connections;
  const share = firstShare * 2 ** Math.min(Math.max(0, Math.floor(millis / minute)), 10);
  return Math.min(connections, Math.max(1, Math.floor(connections * share)));
}
