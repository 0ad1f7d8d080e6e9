import { badRequest } from '@mailwright/server-runtime';

/** The time of a parameter, `YYYY-MM-DD HH:MM:SS` in UTC, or 400 when there is no such day or hour. */
export function requireTime(name: string, text: string): Date {
  const iso = text.replace(' ', 'T');
  const time = new Date(`${iso}Z`);
  const isTime = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(iso);
  if (!isTime) throw badRequest(`${name} must be a time YYYY-MM-DD HH:MM:SS that exists but was ${text}`);
  return time;
}
