import { expect, test } from 'vitest';
import { missingUsers, type Standing, signOffFault } from './rule.ts';

const [ada, grace, mary] = [1, 2, 3];

test.each<[Partial<Standing>, number]>([
  [{ above: null }, 0],
  [{ recipients: 100 }, 0],
  [{ recipients: 101 }, 2],
  [{ starter: ada }, 1],
  [{ signers: [ada] }, 1],
  [{ signers: [ada], starter: ada }, 1],
  [{ signers: [ada], starter: grace }, 0],
  [{ signers: [ada, grace] }, 0],
  [{ signers: [ada, grace], starter: ada }, 0],
  [{ signers: [ada, grace, mary], starter: mary }, 0],
])('%j lacks %i users', (part, missing) => {
  expect(missingUsers({ above: 100, recipients: 5000, signers: [], starter: null, ...part })).toBe(missing);
});

test('the fault has the numbers', () => {
  const standing = { above: 100, recipients: 101, starter: null };
  expect(signOffFault({ ...standing, signers: [] })).toBe(
    'it has 101 recipients, and above 100 2 users must sign it off',
  );
  expect(signOffFault({ ...standing, signers: [ada] })).toBe(
    'it has 101 recipients, and above 100 one more user must sign it off',
  );
  expect(signOffFault({ ...standing, signers: [ada, grace] })).toBeUndefined();
});
