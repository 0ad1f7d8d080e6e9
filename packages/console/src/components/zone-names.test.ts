import { expect, test } from 'vitest';
import { listZones, zoneName } from './zone-names.ts';

const idOf = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

test.each([
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
])('%s is called %s today', (former, name) => expect(zoneName(former)).toBe(name));

test('all zones that the platform knows are listed once, and mean what they meant', () => {
  const known = Intl.supportedValuesOf('timeZone');
  expect(listZones().map(idOf).sort()).toEqual(known.map(idOf).sort());
  expect(known.filter((zone) => idOf(zoneName(zone)) !== idOf(zone))).toEqual([]);
});

test('no zone is listed by a name that another one replaced', () => {
  const zones = listZones();
  expect(zones).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'America/Nuuk']));
  expect(zones.filter((zone) => zoneName(zone) !== zone)).toEqual([]);
});
