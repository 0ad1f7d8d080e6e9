import { describe, expect, test } from 'vitest';
import type { EventClass } from '../tables.ts';
import { Classifier, type Hit, isInstant } from './classify.ts';

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const at = (seconds: number) => new Date(Date.UTC(2031, 0, 1) + seconds * 1000);
const home = '192.0.2.0';
const office = '198.51.100.0';

type Step = [what: 'open' | 'click' | 'head', seconds: number, wanted?: EventClass, about?: Partial<Hit>];
const rows: [name: string, steps: Step[]][] = [
  [
    'a person opens and clicks',
    [
      ['open', 0, 'human'],
      ['click', 5, 'human', { linkId: 1 }],
    ],
  ],
  ['no user agent', [['open', 0, 'machine', { userAgent: '' }]]],
  ['exactly Mozilla/5.0', [['open', 0, 'machine', { userAgent: 'Mozilla/5.0' }]]],
  ['a scanner', [['click', 0, 'machine', { userAgent: 'Mozilla/5.0 (compatible; Barracuda Sentinel)' }]]],
  ...[
    'WhatsApp/2.24.6.77 A',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'TelegramBot (like TwitterBot)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'http.rb/5.1.1 (Mastodon/4.2.0; +https://social.example/)',
    'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  ].map((userAgent): [string, Step[]] => [
    `a preview: ${userAgent}`,
    [
      ['click', 0, 'machine', { userAgent }],
      ['open', 1, 'machine', { userAgent }],
    ],
  ]),
  [
    'a person in the browser of a messenger',
    [['click', 0, 'human', { linkId: 1, userAgent: `${browser} Instagram 300.0 [FBAN/FBIOS;FBAV/400.0]` }]],
  ],
  [
    'a HEAD before',
    [
      ['head', 0],
      ['click', 59, 'machine', { linkId: 1 }],
      ['click', 61, 'human', { linkId: 1 }],
    ],
  ],
  [
    'three links in three seconds',
    [
      ['click', 0, 'human', { linkId: 1 }],
      ['click', 1, 'human', { linkId: 2 }],
      ['click', 2, 'suspect', { linkId: 3 }],
      ['click', 9, 'human', { linkId: 4 }],
    ],
  ],
  [
    'one link three times',
    [
      ['click', 0, 'human', { linkId: 1 }],
      ['click', 1, 'human', { linkId: 1 }],
      ['click', 2, 'human', { linkId: 1 }],
    ],
  ],
  [
    'from another network than the opening',
    [
      ['open', 0, 'human', { network: home }],
      ['click', 59, 'suspect', { network: office, linkId: 1 }],
      ['click', 60, 'human', { network: office, linkId: 1 }],
    ],
  ],
];

describe('Classifier', () => {
  test.each(rows)('%s', (_name, steps) => {
    const classifier = new Classifier();
    for (const [what, seconds, wanted, about] of steps) {
      if (what === 'head') {
        classifier.sawHead('mail', at(seconds));
        continue;
      }
      const sighting = { mail: 'mail', at: at(seconds), userAgent: browser, network: home, ...about };
      expect(classifier.classify(what === 'open' ? sighting : { linkId: 1, ...sighting })).toBe(wanted);
    }
  });

  test('forgets the mails that it has not heard of for longest', () => {
    const classifier = new Classifier(2);
    const click = (mail: string) =>
      classifier.classify({ mail, at: at(1), userAgent: browser, network: home, linkId: 1 });
    for (const mail of ['a', 'b']) classifier.sawHead(mail, at(0));
    expect([click('c'), click('b'), click('a')]).toEqual(['human', 'machine', 'human']);
  });
});

test('what comes within two seconds of the delivery is instant', () => {
  expect([isInstant(at(1.9), at(0)), isInstant(at(2), at(0)), isInstant(at(2), undefined)]).toEqual([
    true,
    false,
    false,
  ]);
});
