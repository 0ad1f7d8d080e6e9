import { expect, test } from 'vitest';
import { findOwnFailure } from './own-recipient.ts';
import type { FailedRecipient } from './reading/report.ts';

const gone = (address?: string): FailedRecipient => ({
  ...(address && { address }),
  status: '5.1.1',
  reason: 'mailbox-unknown',
  hard: true,
});
const other = { ...gone('member@other.example'), status: '4.1.1', hard: false, holds: true };
const full = (address: string) =>
  ({ address, status: '5.2.2', reason: 'mailbox-full', hard: false }) satisfies FailedRecipient;

test.each<[string, FailedRecipient[], string[], ReturnType<typeof findOwnFailure>]>([
  ['names our address', [gone('Box@Example.org')], [], gone('Box@Example.org')],
  ['names it among others', [gone('member@other.example'), gone('box@example.org')], [], gone('box@example.org')],
  ['names no address', [gone()], [], gone()],
  ['names another one only', [gone('member@other.example')], [], other],
  [
    'says that the mailbox of another one is full',
    [full('member@other.example')],
    [],
    { ...full('member@other.example'), status: '4.2.2', holds: false },
  ],
  ['names several others', [gone('member@other.example'), gone('second@other.example')], [], other],
  ['says that ours was expanded', [gone('member@other.example')], ['box@example.org'], undefined],
  ['says that others were delivered', [gone('box@example.org')], ['member@other.example'], gone('box@example.org')],
])('a notification that %s', (_, recipients, unfailed, wanted) => {
  expect(findOwnFailure('box@example.org', recipients, unfailed)).toEqual(wanted);
});

test.each([
  ['a+b@example.org', 'a+2Bb@example.org'],
  ['a+b@example.org', 'a+b@example.org'],
  ['box@münchen.example', 'box@xn--mnchen-3ya.example'],
])('%s is the same as %s', (own, address) => {
  expect(findOwnFailure(own, [gone(address)])).toEqual(gone(address));
});

test('where our address is not known any more, the first one counts', () => {
  expect(findOwnFailure(undefined, [gone('member@other.example')])).toEqual(gone('member@other.example'));
});
