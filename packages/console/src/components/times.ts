/** Writes an instant of the API (`YYYY-MM-DD HH:MM:SS` in UTC) in the local time of the account, to the minute. */
export function localTime(timeZone: string, at: string): string {
  const instant = Date.parse(`${at.slice(0, 19).replace(' ', 'T')}Z`);
  return Number.isNaN(instant) ? at : localMinute(timeZone, instant);
}

/** Writes an instant in milliseconds as `YYYY-MM-DD HH:MM` of a time zone. */
export function localMinute(timeZone: string, instant: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}
