import { expect, test } from 'vitest';
import { needOf, type UnitCosts } from './model.ts';

const costs: UnitCosts = {
  contact: { bytes: 500, walBytes: 1000, serviceMillis: 0.1, databaseMillis: 0.1 },
  mail: { bytes: 400, walBytes: 1500, serviceMillis: 0.5, databaseMillis: 0.2 },
  opening: { bytes: 200, walBytes: 500, serviceMillis: 0.3, databaseMillis: 0.1 },
  click: { bytes: 300, walBytes: 800, serviceMillis: 0.4, databaseMillis: 0.2 },
};

test('a need grows with what is asked, and nothing of it is free', () => {
  const small = needOf({ contacts: 100_000, mailsPerMonth: 1e6 }, costs);
  const large = needOf({ contacts: 1_000_000, mailsPerMonth: 1e7 }, costs);
  for (const [part, value] of Object.entries(small)) {
    if (typeof value === 'number') expect(large[part as keyof typeof large], part).toBeCloseTo(value * 10, 5);
  }
  expect(small.mailsPerSecond).toBeCloseTo((1e6 * 0.02) / 3600);
  expect(small.workerCores).toBeCloseTo((small.mailsPerSecond * 0.0005) / 0.6);
});

test.each([
  [1e5, 1e6, 'the embedded database'],
  [1e8, 1e9, 'one PostgreSQL server and a standby'],
  [1e10, 1e10, '6 PostgreSQL servers, by account'],
])('%d contacts and %d mails a month need %s', (contacts, mailsPerMonth, engine) => {
  expect(needOf({ contacts, mailsPerMonth }, costs).engine).toBe(engine);
});
