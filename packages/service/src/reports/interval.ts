import { badRequest } from '@mailwright/server/runtime';

/** The interval of a report. */
export interface Interval {
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

/** Reads milliseconds since 1970; 400 when the end is before the start. */
export function requireInterval({ from_date, to_date }: { from_date?: number; to_date?: number }): Interval {
  if (from_date !== undefined && to_date !== undefined && to_date < from_date) {
    throw badRequest(`to_date must not be before from_date, ${from_date}, but was ${to_date}`);
  }
  return {
    ...(from_date === undefined ? {} : { from: new Date(from_date) }),
    ...(to_date === undefined ? {} : { to: new Date(to_date) }),
  };
}
