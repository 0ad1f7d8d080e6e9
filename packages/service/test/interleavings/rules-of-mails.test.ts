import { expect, test } from 'vitest';
import type { Answered } from './cast.ts';
import type { HandedMail } from './post-office.ts';
import { faultsOfMails, type Outcome } from './rules-of-mails.ts';

const mail = (at: number, answer: HandedMail['answer'] = 'taken', attempt = at): HandedMail => {
  return { contactId: 1, worker: 'worker a', at, attempt, answer };
};
const end = (state: string, reason: string | null = null): Outcome => ({ contactId: 1, state, reason });
const told = (what: string, at: number, more: Partial<Answered> = {}): Answered => {
  return { what, contactId: undefined, at, underWay: new Set(), starting: new Set(), ...more };
};

test.each<[string, HandedMail[], Outcome, Answered[], mostDoubled: number, faults: number]>([
  ['taken and sent', [mail(1)], end('sent'), [], 0, 0],
  ['sent without a mail', [], end('sent'), [], 0, 1],
  ['taken and skipped', [mail(1)], end('skipped'), [], 0, 1],
  ['without an end', [mail(1, 'deferred')], end('in_flight'), [], 0, 1],
  ['twice', [mail(1), mail(2)], end('sent'), [], 0, 1],
  ['twice after a kill', [mail(1), mail(2)], end('sent'), [], 2, 0],
  ['sent by the second attempt', [mail(2, 'refused', 1), mail(1, 'taken', 2)], end('sent'), [], 2, 0],
  ['sent by an attempt that is over', [mail(1, 'taken', 1), mail(2, 'refused', 2)], end('sent'), [], 2, 1],
  [
    'refused by an attempt that is over',
    [mail(1, 'refused', 1), mail(2, 'taken', 2)],
    end('failed', '550 no'),
    [],
    2,
    1,
  ],
  ['after a pause', [mail(5)], end('sent'), [told('pause', 4)], 0, 1],
  [
    'after a pause, under way before',
    [mail(5)],
    end('sent'),
    [told('pause', 4, { underWay: new Set(['worker a 1']) })],
    0,
    0,
  ],
  [
    'after a pause, under way of another',
    [mail(5)],
    end('sent'),
    [told('pause', 4, { underWay: new Set(['worker b 1']) })],
    0,
    1,
  ],
  [
    'after a pause, twice by one worker',
    [mail(5), mail(6)],
    end('sent'),
    [told('pause', 4, { underWay: new Set(['worker a 1']) })],
    1,
    1,
  ],
  [
    'after a pause, under way of a worker that stood still and of one that took over',
    [mail(5), { ...mail(6), worker: 'worker b' }],
    end('sent'),
    [told('pause', 4, { underWay: new Set(['worker a 1', 'worker b 1']) })],
    1,
    0,
  ],
  [
    'after a pause, of a statement that waits',
    [mail(5)],
    end('sent'),
    [told('pause', 4, { starting: new Set(['worker a']) })],
    0,
    0,
  ],
  ['after a pause that is over', [mail(6)], end('sent'), [told('pause', 4), told('resume', 5)], 0, 0],
  ['after the erasure of another', [mail(5)], end('sent'), [told('erase', 4, { contactId: 2 })], 0, 0],
  ['after the own erasure', [mail(5)], end('sent'), [told('erase', 4, { contactId: 1 })], 0, 1],
  [
    'after the own erasure and a resume',
    [mail(6)],
    end('sent'),
    [told('erase', 4, { contactId: 1 }), told('resume', 5)],
    0,
    1,
  ],
])('%s', (_, mails, outcome, answers, mostDoubled, faults) => {
  expect(faultsOfMails({ mails, outcomes: [outcome], answers, claims: [], starts: [], mostDoubled })).toHaveLength(
    faults,
  );
});

test.each([
  ['by the worker that claimed it', 'worker a', 3, 0],
  ['by another one', 'worker b', 3, 1],
  ['by a statement that began before the claim', 'worker b', 2, 0],
])('in flight %s', (_, worker, began, faults) => {
  const claims = [{ worker: 'worker a', contactIds: [1, 2], at: 2 }];
  const starts = [{ worker, contactId: 1, began }];
  expect(faultsOfMails({ mails: [], outcomes: [], answers: [], claims, starts, mostDoubled: 0 })).toHaveLength(faults);
});
