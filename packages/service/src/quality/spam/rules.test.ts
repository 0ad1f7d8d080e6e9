import { expect, test } from 'vitest';
import { rules, scoreMail } from './judge.ts';

interface Parts {
  headers?: Record<string, string | undefined>;
  /** Further header lines as they are. */
  more?: string;
  html?: string;
  text?: string | null;
  attachment?: string;
}

const words = 'Seeds, tools and advice for everybody with a garden of their own, large or small, this week in the shop';
const ordinary: Record<string, string> = {
  From: 'Garden shop <news@shop.example>',
  To: 'ada@example.com',
  Subject: 'What is new this week',
  Date: new Date(Date.now() - 1000).toUTCString(),
  'Message-ID': '<1@shop.example>',
  'List-Unsubscribe': '<https://shop.example/u/1>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
};

function mail({ headers = {}, more = '', html = `<p>${words}</p>`, text = words, attachment }: Parts): Buffer {
  const lines = Object.entries({ ...ordinary, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  const part = (type: string, body: string, extra = '') =>
    `--b\r\nContent-Type: ${type}; charset=utf-8\r\n${extra}Content-Transfer-Encoding: 8bit\r\n\r\n${body}\r\n`;
  const parts = [
    text === null ? '' : part('text/plain', text),
    html === '' ? '' : part('text/html', html),
    attachment
      ? part('application/octet-stream', 'x', `Content-Disposition: attachment; filename="${attachment}"\r\n`)
      : '',
  ];
  const mime = `MIME-Version: 1.0\r\nContent-Type: multipart/${attachment ? 'mixed' : 'alternative'}; boundary=b\r\n`;
  return Buffer.from(`${lines.join('')}${more}${mime}\r\n${parts.join('')}--b--\r\n`);
}

const says = (sentence: string): Parts => ({ text: `${words} ${sentence}`, html: `<p>${words} ${sentence}</p>` });
const subject = (text: string): Parts => ({ headers: { Subject: text } });
const link = (url: string, label = 'Shop'): Parts => ({ html: `<p>${words} <a href="${url}">${label}</a></p>` });
const has = (html: string): Parts => ({ html: `<p>${words}</p>${html}` });
const without = (name: string): Parts => ({ headers: { [name]: undefined } });

/** For each rule a mail that meets it. */
const examples: Record<string, Parts> = {
  MISSING_SUBJECT: subject(' '),
  MISSING_DATE: without('Date'),
  INVALID_DATE: { headers: { Date: 'yesterday' } },
  DATE_IN_FUTURE: { headers: { Date: new Date(Date.now() + 3 * 86_400_000).toUTCString() } },
  MISSING_MID: without('Message-ID'),
  INVALID_MSGID: { headers: { 'Message-ID': '<one>' } },
  MISSING_FROM: without('From'),
  FROM_NO_ADDRESS: { headers: { From: 'Shop <news@shop>' } },
  MISSING_TO: without('To'),
  REPLYTO_WITHOUT_TO: { headers: { To: undefined, 'Reply-To': 'a@shop.example' } },
  FREEMAIL_FROM: { headers: { From: 'Shop <shop@gmail.com>' } },
  FREEMAIL_REPLYTO: { headers: { 'Reply-To': '<shop@gmx.de>' } },
  FROM_NAME_IS_ADDRESS: { headers: { From: '"news@bank.example" <news@shop.example>' } },
  FROM_NO_NAME: { headers: { From: 'news@shop.example' } },
  FROM_DIGITS: { headers: { From: 'Shop <news12345@shop.example>' } },
  NOREPLY: { headers: { From: 'Shop <no-reply@shop.example>' } },
  NO_LIST_UNSUBSCRIBE: without('List-Unsubscribe'),
  NO_ONE_CLICK: without('List-Unsubscribe-Post'),
  TWO_HEADERS: { more: 'Subject: another\r\n' },
  PRIORITY_HIGH: { headers: { 'X-Priority': '1 (Highest)' } },
  SUBJ_ALL_CAPS: subject('EVERYTHING FOR YOUR GARDEN'),
  SUBJ_EXCLAMATIONS: subject('Spring! At last!'),
  SUBJ_QUESTION_EXCLAMATION: subject('Spring already?!'),
  SUBJ_MONEY: subject('Spades for $ 10'),
  SUBJ_FREE: subject('Free seeds for you'),
  SUBJ_URGENT: subject('Last chance for seeds'),
  SUBJ_WINNER: subject('You have won a spade'),
  SUBJ_FAKE_REPLY: subject('Re: your order'),
  SUBJ_OBFUSCATED: subject('C.h.e.a.p spades'),
  SUBJ_MANY_EMOJI: subject('Spring 🌷🌷🌷'),
  SUBJ_SPACES: subject('Spring =?utf-8?Q?=20=20=20=20=20=20?= is here'),
  SUBJ_HAS_ADDRESS: subject('News for ada@example.com'),
  SUBJ_UNFILLED: subject('Hello [[CONTACT|FIRSTNAME]]'),
  EMPTY_BODY: { html: '', text: '' },
  MIME_HTML_ONLY: { text: null },
  HTML_IMAGE_ONLY: { html: '<img src=x>' },
  HTML_IMAGE_RATIO: has('<img src=x>'.repeat(8)),
  HTML_TEXT_DIFFERS: { text: 'Etwas ganz anderes steht hier' },
  HTML_TITLE_DIFFERS: has('<title>Untitled</title>'),
  HTML_SCRIPT: has('<script>x</script>'),
  HTML_FORM: has('<form></form>'),
  HTML_HIDDEN_TEXT: has('<p style="font-size:0px">x</p>'.repeat(3)),
  HTML_BROKEN: has('<table>'),
  HTML_META_REFRESH: has('<meta http-equiv="Refresh" content="0;url=x">'),
  HTML_FONT_LARGE: has('<p style="font-size: 72px">x</p>'),
  HTML_BACKGROUND_LOUD: has('<body bgcolor="#FF0000">'),
  BODY_CAPITALS: says(words.toUpperCase()),
  BODY_EXCLAMATIONS: says('Now!!!'),
  UNFILLED_TAGS: says('Dear [[CONTACT|FIRSTNAME]]'),
  LONG_LINES: says('x'.repeat(250)),
  MAIL_LARGE: has(`<!-- ${'x'.repeat(600 * 1024)} -->`),
  EXECUTABLE: { attachment: 'seeds.exe' },
  BODY_MONEY_BACK: says('With a money back guarantee.'),
  BODY_EARN: says('Earn up to $5000 a week.'),
  BODY_MEDICINE: says('Also Viagra.'),
  BODY_ADULT: says('And hot singles.'),
  BODY_FORTUNE: says('I am next of kin of a king.'),
  BODY_ACCOUNT: says('Please verify your account.'),
  BODY_CLICK_HERE: says('Click here.'),
  BODY_NOT_SPAM: says('This is not spam.'),
  BODY_LIMITED: says('While stocks last.'),
  NUMERIC_HOST: link('https://192.0.2.1/'),
  URL_SHORTENER: link('https://bit.ly/x'),
  URL_CHEAP_DOMAIN: link('https://shop.top/'),
  URL_PUNYCODE: link('https://xn--shp-tna.example/'),
  URL_PORT: link('https://shop.example:4711/'),
  URL_USERINFO: link('https://bank.example@shop.example/'),
  URL_HTTP: link('http://shop.example/'),
  URL_EXECUTABLE: link('https://shop.example/seeds.exe'),
  URL_LABEL_DIFFERS: link('https://shop.example/', 'https://bank.example/login'),
  URL_MANY: has('<a href="https://shop.example/">x</a>'.repeat(81)),
  URL_MANY_DOMAINS: has(Array.from({ length: 13 }, (_, n) => `<a href="https://s${n}.example/">x</a>`).join('')),
  URL_ONLY: { html: '', text: 'https://shop.example/' },
};

test('an ordinary mail meets no rule', async () => {
  expect(await scoreMail(mail({}))).toEqual({ score: 0, rules: [] });
});

test.each(rules)('$name: $description', async ({ name }) => {
  const { rules: met, score } = await scoreMail(mail(examples[name]!));
  expect(met.map((rule) => rule.name)).toContain(name);
  expect(score).toBeGreaterThan(0);
});

test('about sixty rules or more, each with a name of its own', () => {
  expect(rules.length).toBeGreaterThanOrEqual(60);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});
