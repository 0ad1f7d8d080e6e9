import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** What always holds, and the tests that show it: files below `test`, `src` or another package, and names of tests. */
const invariants: [promise: string, shown: Record<string, string[]>][] = [
  [
    'I1: who has unsubscribed, is blocked or erased gets no mail, but for those in flight',
    {
      'test/sending/engine.test.ts': ['who unsubscribes while a mailing is sent gets it only if it is in flight then'],
      'test/sending/sendout.test.ts': ['those who must not get it are left out, each for a reason'],
    },
  ],
  [
    'I2: kill -9 loses nobody, and doubles at most as many mails as there are connections',
    {
      'test/process/sendout-kill.test.ts': ['kill -9 at random moments of a sendout, uncertain mails: %s'],
      'test/process/workers.test.ts': ['two workers share a sendout, and kill -9 of one loses nobody'],
    },
  ],
  [
    'I3: one recipient for each mailing and contact, whoever asks how often',
    {
      'test/sending/invariants.test.ts': ['it is queued once, however many ask at the same time'],
      'test/sending/engine.test.ts': ['several engines share a sendout, and nobody gets it twice'],
      'test/sending/claims.test.ts': ['one of %i batches, of which the planner knows %i'],
    },
  ],
  [
    'I4: what is sealed does not change',
    {
      'test/mailings/sealed.test.ts': ['all operations that change a mailing are tried'],
      'test/sending/invariants.test.ts': [
        'its contents, settings and blacklists are the same from its start to its end',
      ],
    },
  ],
  [
    'I5: GET and HEAD of public links change nothing',
    { 'test/e2e/unsubscribe-page.test.ts': ['GET and HEAD of every link in a mail change nothing (I5)'] },
  ],
  [
    'I6: one click unsubscribes by POST, and its headers are signed',
    {
      'test/e2e/unsubscribe-page.test.ts': ["test.each(['form', 'multipart'])"],
      'test/sending/dkim.test.ts': ['cover the headers that unsubscribe, and break when anything of them changes'],
    },
  ],
  [
    'I7: a 4xx is not final before its time, and a 5xx is one bounce',
    {
      'test/sending/invariants.test.ts': [
        'nobody is given up for a 4xx before two days are over, and then bounces once',
        'at every moment the states add up to those it was frozen with',
      ],
      'test/bounces/bounces.test.ts': ['a mail that the server refuses for good is a bounce with its status'],
    },
  ],
  [
    'I8: a bounce is stored before it is acknowledged, and counts once',
    { 'test/bounces/bounces.test.ts': ['a mail has one bounce of each status, however many notifications come'] },
  ],
  [
    'I9: the states of recipients add up to those that were frozen, and reports to their rows',
    {
      'test/sending/invariants.test.ts': ['at every moment the states add up to those it was frozen with'],
      'test/process/sendout-kill.test.ts': ['all recipients are there, or none yet'],
    },
  ],
  [
    'I10: permission and unsubscription change in the documented ways only',
    { 'test/contacts/permission.property.test.ts': ['changes by the documented ways only, whatever is done to it'] },
  ],
  [
    'I11: a schedule fires once, and never early',
    {
      'test/schedules/fire.test.ts': [
        'it is sent at its instant, not a second before, and once',
        'two instances, and one that died while it fired: once',
        'a clock that is put back while the job begins sends nothing early, and loses nothing',
      ],
    },
  ],
  [
    'I12: a link of a double opt-in works once, by POST, for its contact, for a time',
    {
      'test/double-opt-in/property.test.ts': ['a link works once, by POST, for its contact and its permission'],
      'test/double-opt-in/races.test.ts': ['a button that is pressed several times confirms once'],
    },
  ],
  [
    'I13: one key, one effect',
    {
      'test/idempotency/idempotency.test.ts': ['fifty at once have one effect'],
      'test/process/idempotency-kill.test.ts': ['after kill -9, what is repeated under its key is there once'],
    },
  ],
  [
    'I14: who is erased stands nowhere any more',
    {
      'test/erasure/erasure.test.ts': ['stands nowhere any more, and no total changes'],
      'test/erasure/scrub.test.ts': ['the files of the embedded database hold remains for a day, and then nothing'],
    },
  ],
  [
    'I15: hostile input is refused or does no harm, and accounts are apart',
    {
      '../xml-codec/test/guards.test.ts': ['test'],
      'test/e2e/bad-bodies.test.ts': ['%s: %s'],
      'test/sending/message.test.ts': ["a contact's data is neither header nor boundary"],
      'test/isolation/isolation.test.ts': ['nothing of an account is used inside of another'],
      'src/platform/fetch/addresses.test.ts': ['test'],
      'test/e2e/tracking.test.ts': ['a token of one kind opens no other address'],
      'test/delivery/smtp-transport.test.ts': ['is for an address that would add a command'],
    },
  ],
];

describe.each(invariants)('%s', (_, shown) => {
  test.each(Object.entries(shown))('is shown in %s', (file, names) => {
    const text = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});
