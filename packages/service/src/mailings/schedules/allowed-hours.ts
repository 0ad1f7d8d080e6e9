import { badRequest } from '@mailwright/server/runtime';

/** The hours that a list such as `0,3,5,17-21` names. @throws ApiError 400 when it names one that no day has */
export function readAllowedHours(list: string): Set<number> {
  const hours = new Set<number>();
  for (const part of list.split(',')) {
    const [from = Number.NaN, to = from] = part.split('-').map(Number);
    if (!(from <= to && to <= 23)) {
      throw badRequest(
        `allowedHours must be hours 0 to 23 and ranges that go up, such as 0,3,5,17-21, but has ${part}`,
      );
    }
    for (let hour = from; hour <= to; hour++) hours.add(hour);
  }
  return hours;
}
