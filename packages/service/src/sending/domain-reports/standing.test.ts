import { expect, test } from 'vitest';
import type { ReportedMails } from './reading/report.ts';
import { explainSource, type MailStanding, type SourceMeaning, type SourceSums, toStanding } from './standing.ts';

const failed: ReportedMails = {
  from: 'shop.example',
  address: '192.0.2.1',
  disposition: 'none',
  dkim: false,
  spf: false,
  messages: 1,
};

test.each<[Partial<ReportedMails>, MailStanding]>([
  [{ dkim: true }, 'aligned'],
  [{ spf: true }, 'aligned'],
  [{ spf: true, override: 'forwarded' }, 'aligned'],
  [{ override: 'forwarded' }, 'forwarded'],
  [{ override: 'mailing_list', provenBy: 'list.example' }, 'forwarded'],
  [{ override: 'local_policy' }, 'unproven'],
  [{ override: 'local_policy', provenBy: 'mailer.example' }, 'other_service'],
  [{ provenBy: 'mailer.example' }, 'other_service'],
  [{}, 'unproven'],
])('mails with %j are %s', (other, wanted) => {
  expect(toStanding({ ...failed, ...other })).toBe(wanted);
});

const none: SourceSums = { messages: 10, aligned: 0, forwarded: 0, otherService: 0, unproven: 0 };

test.each<[Partial<SourceSums>, SourceMeaning]>([
  [{ aligned: 10 }, 'own'],
  [{ aligned: 9, unproven: 1 }, 'own_failing'],
  [{ aligned: 9, otherService: 1 }, 'own_failing'],
  [{ aligned: 1, unproven: 9 }, 'own_failing'],
  [{ messages: 11, aligned: 1, unproven: 10 }, 'unknown'],
  [{ messages: 9_000_001, aligned: 1, otherService: 9_000_000 }, 'other_service'],
  [{ aligned: 5, otherService: 5 }, 'other_service'],
  [{ aligned: 6, otherService: 4 }, 'own_failing'],
  [{ aligned: 8, forwarded: 2 }, 'forwarder'],
  [{ forwarded: 5, otherService: 5 }, 'forwarder'],
  [{ forwarded: 1, otherService: 9 }, 'other_service'],
  [{ otherService: 10 }, 'other_service'],
  [{ otherService: 1, unproven: 9 }, 'other_service'],
  [{ unproven: 10 }, 'unknown'],
])('a source of %j is %s', (sums, wanted) => {
  expect(explainSource({ ...none, ...sums })).toBe(wanted);
});
