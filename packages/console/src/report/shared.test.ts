import type { MailingReport } from '@mailwright/client';
import { expect, test } from 'vitest';
import { bounceReasons, unsubscriptionReasons } from './reasons.ts';
import { sharedReport } from './shared.ts';

const times = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, at) => item(at));
const figures = {
  recipients: 1_234_567,
  opens: 2_000_000,
  opens_unique: 700_000,
  clicks: 90_000,
  clicks_unique: 60_000,
};
const share = (name: string, at: number) => ({ name: `${name} ${at}`, contacts: 1000 - at });

/** More of everything than mailings have. */
const report: MailingReport = {
  ...{ mailing_id: 1, name: 'Spring & <sale>', subject: 'For you', state: 'done', ...figures },
  ...{
    bounces_unique: 500,
    unsubscriptions: 40,
    complaints: 3,
    incomplete: true,
    left_out: [],
    has_mail: true,
    step: 3600,
  },
  moments: times(37, (at) => ({
    timestamp: new Date(Date.UTC(2031, 0, 1, at)).toISOString().slice(0, 19).replace('T', ' '),
    ...{ opens: 12_345, clicks: 1234 },
  })),
  links: times(120, (at) => ({
    ...{ link_id: at + 1, url: `https://example.com/${'path/'.repeat(25)}${at}`, label: `Link ${at}` },
    ...{ clicks: 500 - at, contacts: 400 - at },
  })),
  devices: times(4, (at) => share('Device', at)),
  programs: times(25, (at) => share('Program', at)),
  bounce_reasons: Object.keys(bounceReasons).map((reason) => ({ reason, permanent: 3, transient: 2 })) as never,
  unsubscription_reasons: Object.keys(unsubscriptionReasons).map((reason) => ({ reason, count: 2 })) as never,
};
const page = (language: 'en' | 'de') =>
  sharedReport({ report, language, timeZone: 'Europe/Berlin', map: '/report/x/mail' });

test('a page for others is complete, small and in their language, and escapes what it shows', () => {
  const shown = page('en');
  expect(shown.length).toBeLessThan(60_000);
  expect(shown).toContain('<h1>Report of Spring &amp; &lt;sale&gt;</h1>');
  expect(shown).toContain('The 40 links with most clicks of 120.');
  expect(shown).not.toMatch(/<script|<link rel="stylesheet"|undefined|NaN/);
  expect(page('de')).toContain('<html lang="de">');
});

test('values without words are shown as they are, also those that every object has', () => {
  const strange = { ...report, unsubscription_reasons: [{ reason: 'constructor' as never, count: 1 }] };
  const shown = sharedReport({ report: strange, language: 'en', timeZone: 'UTC', map: '/x' });
  expect(shown).toContain('<span class="share-label">constructor</span>');
});
