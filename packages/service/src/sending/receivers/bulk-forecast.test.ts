import { expect, test } from 'vitest';
import { forecastBulk } from './bulk-forecast.ts';

type Counts = Record<string, number>;

test.each<[mails: Counts, lately: Counts, wanted: [string, number, number][]]>([
  [{ 'gmail.com': 4999 }, {}, []],
  [{ 'gmail.com': 5000 }, {}, [['Gmail', 5000, 0]]],
  [{ 'gmail.com': 4000, 'googlemail.com': 1000 }, {}, [['Gmail', 5000, 0]]],
  [{ 'gmail.com': 1 }, { 'gmail.com': 4999 }, [['Gmail', 1, 4999]]],
  [{ 'gmail.com': 1 }, { 'outlook.com': 9000 }, []],
  [{ 'shop.example': 1 }, { 'gmail.com': 9000 }, []],
  [
    { 'outlook.de': 3000, 'hotmail.com': 3000, 'gmail.com': 6000 },
    {},
    [
      ['Gmail', 6000, 0],
      ['Outlook.com', 6000, 0],
    ],
  ],
  [{ 'yahoo.com': 90_000, 'shop.example': 90_000 }, {}, []],
  [{}, {}, []],
])('of %j with %j before, bulk are %j', (mails, lately, wanted) => {
  const found = forecastBulk(new Map(Object.entries(mails)), new Map(Object.entries(lately)));
  expect(found.map(({ rules: { name }, ...counts }) => [name, counts.mails, counts.lately])).toEqual(wanted);
});
