import type { Schedule, SendingSlice } from '../../mailings/index.ts';
import { timeIn } from '../../platform/time/zone.ts';

/** When somebody responds most: the hour of the day and the weekday of that. */
export type BestTime = Pick<SendingSlice, 'hour' | 'weekday'>;

type Option = Exclude<Schedule['dispatch_option'], 'localtime'>;

/**
 * When a contact responded most often, by its openings or clicks in any order; undefined when there are none. By hours of
 * the day, or by hours of the week with `weekdayhour`; among equals the one with the latest response.
 */
export function bestTime(option: Option, responses: readonly Date[], zone: string): BestTime | undefined {
  const byHour = new Map<number, { count: number; latest: number; best: BestTime }>();
  for (const response of responses) {
    const { hour, dayOfWeek: weekday } = timeIn(zone, response);
    const key = option === 'weekdayhour' ? weekday * 24 + hour : hour;
    const { count = 0, latest = 0 } = byHour.get(key) ?? {};
    byHour.set(key, { count: count + 1, latest: Math.max(latest, response.getTime()), best: { hour, weekday } });
  }
  const ranked = [...byHour.values()].sort((a, b) => b.count - a.count || b.latest - a.latest);
  return ranked[0]?.best;
}

/** The first slice at a contact's best time; undefined when there is none, or no history. */
export const sliceAt = (
  option: Option,
  slices: readonly SendingSlice[],
  best: BestTime | undefined,
): SendingSlice | undefined => best && slices.find((slice) => isAt(option, slice, best));

/**
 * Spreads so many recipients evenly, in parts of equal size: over all slices, or over the third that `wavesGroup` names when
 * the others get their mails at their best times. Gives the slice of the `index`-th of them, from 0.
 */
export function evenlySpreadSlices(
  option: Option,
  wavesGroup: 1 | 2 | 3,
  slices: readonly SendingSlice[],
  count: number,
): (index: number) => SendingSlice {
  const over = option === null || option === 'uniform' ? slices : waveOf(slices, wavesGroup);
  return (index) => over[Math.floor((index * over.length) / count)]!;
}

const isAt = (option: Option, slice: SendingSlice, time: BestTime) =>
  slice.hour === time.hour && (option === 'hour' || slice.weekday === time.weekday);

/** A third of the slices; when there are less than three, some thirds are the same slice. */
function waveOf(slices: readonly SendingSlice[], group: 1 | 2 | 3): readonly SendingSlice[] {
  const from = Math.floor(((group - 1) * slices.length) / 3);
  const to = Math.floor((group * slices.length) / 3);
  return slices.slice(from, Math.max(to, from + 1));
}
