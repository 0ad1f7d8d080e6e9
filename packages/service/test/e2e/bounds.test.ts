import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest, implemented, parametersOf } from '../isolation/requests.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** At and beyond the ends of what integers, instants of JavaScript and years of four digits can hold. */
const integers = [
  '-1',
  '0',
  '2147483647',
  '2147483648',
  '-2147483649',
  '253402300799999',
  '253402300800000',
  '8640000000000000',
  '8640000000000001',
  '9007199254740991',
  '9007199254740992',
  '9223372036854775807',
  '9223372036854775808',
  '1e309',
  'NaN',
];
const dates = [
  '0001-01-01 00:00:00',
  '9999-12-31 23:59:59',
  '0000-00-00 00:00:00',
  '275760-09-13 00:00:00',
  '2031-02-30',
  '9999-12-31',
];

describe.each(usualDatabases())('the ends of types on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test.each(implemented.map((operation) => [operation.id, operation] as const))('%s', async (_, operation) => {
    const faults: string[] = [];
    for (const { name } of parametersOf(operation)) {
      const table = operation.parameters.find((each) => each.name === name);
      const values = table?.scalar === 'string' ? (/date|time|timestamp|hour/i.test(name) ? dates : []) : integers;
      for (const value of values) {
        const call = exampleRequest(operation, (parameter) => (parameter.name === name ? value : undefined));
        const { status } = await callRaw(service, call);
        if (status >= 500) faults.push(`${name}=${value}: ${status}`);
      }
    }
    const example = exampleRequest(operation, () => undefined);
    if (typeof example.body === 'string') {
      for (const value of [...integers, ...dates]) {
        for (const body of withValue(example.body, value)) {
          const { status } = await callRaw(service, { ...example, body });
          if (status >= 500) faults.push(`${body.slice(0, 200)}: ${status}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  test('a report from an instant that no calendar has is refused in words', async () => {
    const answer = await callRaw(service, { path: '/reports/opens?from_date=9007199254740991' });
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toBe('from_date must not exceed 253402300799999 but was 9007199254740991');
  });
});

/** A document with the value in place of each number and each date, one at a time. */
function withValue(document: string, value: string): string[] {
  const places = [...document.matchAll(/(?<=[>":\s])-?\d[\d.:\s-]*(?=[<",}\]])/g)];
  return places
    .slice(0, 12)
    .map(({ 0: old, index }) => document.slice(0, index) + value + document.slice(index + old.length));
}
