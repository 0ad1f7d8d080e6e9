import type { MailingScheduleTable } from '../../platform/database/schema.ts';
import { timeIn } from '../../platform/time/zone.ts';
import type { Slice } from './slices.ts';

/** When somebody responds most: the hour of the day and the weekday of that. */
export type BestTime = Pick<Slice, 'hour' | 'weekday'>;

type Option = MailingScheduleTable['dispatch_option'];

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

/**
 * When each recipient's mail is due, in the order of the recipients. Evenly spread mails go out in parts of equal size.
 * Otherwise a contact gets its mail in the first slice at its best time; who has none, or one without a slice, is spread
 * evenly over the third of the slices that `wavesGroup` names.
 * @param best one for each recipient, undefined when there is no history
 */
export function dueTimes(
  option: Option,
  wavesGroup: 1 | 2 | 3,
  slices: readonly Slice[],
  best: readonly (BestTime | undefined)[],
): Date[] {
  if (option === null || option === 'uniform') return best.map((_, index) => part(slices, index, best.length).at);
  const atBestTime = best.map((time) => time && slices.find((slice) => isAt(option, slice, time)));
  const rest = atBestTime.filter((slice) => slice === undefined).length;
  const wave = waveOf(slices, wavesGroup);
  let index = 0;
  return atBestTime.map((slice) => (slice ?? part(wave, index++, rest)).at);
}

const isAt = (option: Option, slice: Slice, time: BestTime) =>
  slice.hour === time.hour && (option === 'hour' || slice.weekday === time.weekday);

/** The slice of the `index`-th of so many recipients, when all slices get the same number. */
const part = (slices: readonly Slice[], index: number, of: number) => slices[Math.floor((index * slices.length) / of)]!;

/** A third of the slices; when there are less than three, some thirds are the same slice. */
function waveOf(slices: readonly Slice[], group: 1 | 2 | 3): readonly Slice[] {
  const from = Math.floor(((group - 1) * slices.length) / 3);
  const to = Math.floor((group * slices.length) / 3);
  return slices.slice(from, Math.max(to, from + 1));
}
