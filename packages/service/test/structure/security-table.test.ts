import { expect, test } from 'vitest';
import { findTest, readSecurityTable } from '../../../../tools/verify/src/controls/security-table.ts';

/** The requirements of levels 1 and 2 in OWASP ASVS 5.0.0 by section: all up to the number, but those of level 3. */
const sections: [section: string, last: number, ...levelThree: number[]][] = [
  ['1.1', 2],
  ['1.2', 9],
  ['1.3', 11],
  ['1.4', 3],
  ['1.5', 2],
  ['2.1', 3],
  ['2.2', 3],
  ['2.3', 4],
  ['2.4', 1],
  ['3.2', 2],
  ['3.3', 4],
  ['3.4', 6],
  ['3.5', 5],
  ['3.7', 2],
  ['4.1', 3],
  ['4.2', 1],
  ['4.3', 2],
  ['4.4', 4],
  ['5.1', 1],
  ['5.2', 3],
  ['5.3', 2],
  ['5.4', 3],
  ['6.1', 3],
  ['6.2', 12],
  ['6.3', 4],
  ['6.4', 4],
  ['6.5', 5],
  ['6.6', 3],
  ['6.8', 4],
  ['7.1', 3],
  ['7.2', 4],
  ['7.3', 2],
  ['7.4', 5],
  ['7.5', 2],
  ['7.6', 2],
  ['8.1', 2],
  ['8.2', 3],
  ['8.3', 1],
  ['8.4', 1],
  ['9.1', 3],
  ['9.2', 4],
  ['10.1', 2],
  ['10.2', 2],
  ['10.3', 4],
  ['10.4', 11],
  ['10.5', 5],
  ['10.6', 2],
  ['10.7', 3],
  ['11.1', 2],
  ['11.2', 3],
  ['11.3', 3],
  ['11.4', 4],
  ['11.5', 1],
  ['11.6', 1],
  ['12.1', 3],
  ['12.2', 2],
  ['12.3', 4],
  ['13.1', 1],
  ['13.2', 5],
  ['13.3', 2],
  ['13.4', 5],
  ['14.1', 2],
  ['14.2', 4],
  ['14.3', 3],
  ['15.1', 3],
  ['15.2', 3],
  ['15.3', 7],
  ['16.1', 1],
  ['16.2', 5],
  ['16.3', 4],
  ['16.4', 3],
  ['16.5', 3],
  ['17.1', 1],
  ['17.2', 4],
  ['17.3', 2],
];
const wanted = sections.flatMap(([section, last, ...levelThree]) =>
  Array.from({ length: last }, (_, i) => i + 1)
    .filter((number) => !levelThree.includes(number))
    .map((number) => `V${section}.${number}`),
);

const rows = readSecurityTable();

/** `V1.1.2, V1.2.6 – V1.2.8` as single requirements. */
function requirementsOf(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first, last] = part.split(' – ') as [string, string | undefined];
    if (last === undefined) return [first];
    const [section, from] = [first.replace(/\.\d+$/, ''), Number(/\d+$/.exec(first)![0])];
    return Array.from({ length: Number(/\d+$/.exec(last)![0]) - from + 1 }, (_, i) => `${section}.${from + i}`);
  });
}

test('every requirement of levels 1 and 2 has one line, and nothing else has', () => {
  const found = rows.flatMap(({ requirements }) => requirementsOf(requirements));
  expect(found.toSorted()).toEqual(wanted.toSorted());
});

test('every line says how it stands, and its tests exist', () => {
  const faults = rows.flatMap(({ requirements, state, how, tests }) => {
    const stated = ['yes', 'partly', 'no', 'operator', '–'].includes(state) && how !== '';
    const missing = tests.filter((file) => findTest(file) === undefined);
    return [
      ...(stated ? [] : [`${requirements}: ${state} ${how}`]),
      ...missing.map((file) => `${requirements}: ${file}`),
    ];
  });
  expect(faults).toEqual([]);
});
