import { expect, test } from 'vitest';
import { type AttentionFacts, attentionNotes } from './attention.ts';

const fine: AttentionFacts = { stopped: [], reports: [], deadJobs: [], readOnly: false, certificateDays: 90 };
const report = (permanentBounces: number, recipients: number) => ({
  reports: [{ name: 'Spring', recipients, permanentBounces }],
});
const came = (mails: number, part: string) =>
  `${mails} mails of <b>Spring</b> bounced permanently (${part}). Check the source of the addresses.`;

test.each<[Partial<AttentionFacts>, string[]]>([
  [{}, []],
  [{ stopped: [{ name: 'A', state: 'paused', reason: null }] }, ['The mailing <b>A</b> is paused.']],
  [{ stopped: [{ name: 'A', state: 'paused', reason: 'paused' }] }, ['The mailing <b>A</b> is paused.']],
  [
    { stopped: [{ name: 'A&B', state: 'failed', reason: '<no sender>' }] },
    ['The mailing <b>A&amp;B</b> has failed: &lt;no sender&gt;.'],
  ],
  [report(4, 100), []],
  [report(5, 100), [came(5, '5%')]],
  [report(0, 0), []],
  [report(3, 0), [came(3, '100%')]],
  [
    { deadJobs: [{ kind: 'webhook', jobs: 2 }] },
    ['Background work <b>webhook</b> failed permanently 2 times. See the log of the service for the reason.'],
  ],
  [
    { readOnly: true },
    [
      'The database rejects changes, probably because its disk is nearly full. No mail is sent until you free disk space.',
    ],
  ],
  [{ certificateDays: 14 }, []],
  [{ certificateDays: 13 }, ['The certificate expires in 13 days.']],
  [{ certificateDays: -1 }, ['The certificate has expired.']],
])('%j', (signs, notes) => {
  expect(attentionNotes({ ...fine, ...signs })).toEqual(notes);
});
