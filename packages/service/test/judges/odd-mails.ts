import type { Random } from '../support/random.ts';

/** A mail as an odd program writes it. */
export interface OddMail {
  octets: Buffer;
  /** Texts of signed and encrypted parts, which nobody may change; with CRLF. */
  isProtected: string[];
  /** Such a part has what no server takes. */
  isHopeless: boolean;
}

interface Making {
  random: Random;
  boundaries: number;
  isProtected: string[];
  isHopeless: boolean;
}

const charsets = ['utf-8', '"UTF-8"', 'iso-8859-1', 'us-ascii', 'windows-1252'];
const words = [
  'Grüße',
  'an',
  'alle',
  '.',
  'From here',
  'x=3D',
  '--',
  'a\tb',
  'Zoë ',
  '€',
  '=?utf-8?Q?no?=',
  '\u{1f331}',
];
const eightBitOfWestern = /[^\0-\xff]/gu;
/** Characters of boundaries that need quotes (RFC 2046, section 5.1.1), and those which regular expressions know. */
const oddBoundaries = ["b'()+_,-./:=?", '=_Part.1', 'b', 'b b', '(((', 'x$^*|[]'];

/** Makes a mail with odd parts, the same for each seed. */
export function oddMail(random: Random): OddMail {
  const making: Making = { random, boundaries: 0, isProtected: [], isHopeless: false };
  const { head, body } = entity(making, 0, false);
  const fields = [
    ['From: Shop <service@example.com>'],
    [
      'To: "Doe, Jo" <jo@example.org>,\r\n\tb@example.org',
      'TO: jo@example.org',
      'To: friends: jo@example.org, b@example.org;',
    ],
    ['Subject: =?utf-8?B?R3LDvMOfZQ==?=', 'Subject: Grüße roh', 'subject:', `Subject: ${'long '.repeat(300)}end`],
    ['Reply-To: a@example.com, "B" <b@example.com>', 'Reply-To: a@example.com\r\nReply-To: b@example.com', 'X-None: 1'],
    ['Message-ID: <1@example.com>', 'References: <0@example.com>\r\n <1@example.com>', 'In-Reply-To: <0@example.com>'],
    ['MIME-Version: 1.0', 'Mime-Version: 1.0 (odd)'],
  ].map((choices) => one(random, choices));
  const text = `${[...fields, ...head].join('\r\n')}\r\n\r\n${body}`;
  const octets = Buffer.from(text, 'latin1');
  return { octets, isProtected: making.isProtected, isHopeless: making.isHopeless };
}

/** A part as octets, one character each; header fields are given as UTF-8. */
function entity(making: Making, depth: number, isProtected: boolean): { head: string[]; body: string } {
  const { random } = making;
  const kind = depth > 3 ? 0 : random(9);
  if (kind < 4) return leaf(making, isProtected);
  if (kind === 4) {
    const inner = entity(making, depth + 1, isProtected);
    const head = ['Subject: forwarded', 'From: x@example.net', 'MIME-Version: 1.0', ...inner.head];
    return { head: ['Content-Type: message/rfc822'], body: `${head.join('\r\n')}\r\n\r\n${inner.body}` };
  }
  const boundary = `${one(random, oddBoundaries)}${making.boundaries++}`;
  const subtype =
    kind === 5 ? 'signed; micalg=sha-256' : one(random, ['mixed', 'alternative', 'related; type="text/html"']);
  const isHere = kind === 5;
  const count = 1 + random(3);
  const parts = Array.from({ length: count }, () => entity(making, depth + 1, isProtected || isHere));
  const delimited = parts.map(
    ({ head, body }) => `--${boundary}${one(random, ['', ' ', '\t'])}\r\n${head.join('\r\n')}\r\n\r\n${body}\r\n`,
  );
  const body = `${one(random, ['', 'preamble\r\n'])}${delimited.join('')}--${boundary}--${one(random, ['', '\r\n', '\r\nepilogue'])}`;
  if (isHere && !isProtected) making.isProtected.push(body);
  return { head: [`Content-Type: multipart/${subtype};${one(random, [' ', '\r\n\t'])}boundary="${boundary}"`], body };
}

function leaf(making: Making, isProtected: boolean): { head: string[]; body: string } {
  const { random } = making;
  const charset = one(random, charsets);
  const isText = random(3) > 0;
  const encoding = one(random, isProtected ? ['7bit', 'base64'] : ['7bit', '8bit', 'base64', 'quoted-printable', '']);
  const type = isText
    ? `text/${one(random, ['plain', 'html', 'calendar; method=REQUEST'])}; charset=${charset}`
    : one(random, [
        'application/pdf; name="a b.pdf"',
        "application/octet-stream; name*=utf-8''%e2%82%ac.bin",
        'image/png',
      ]);
  const content = text(making, isProtected && random(8) > 0, /utf/i.test(charset));
  const octets = Buffer.from(content, 'latin1');
  const body =
    encoding === 'base64'
      ? octets.toString('base64').replace(/.{76}/g, '$&\r\n')
      : encoding === 'quoted-printable'
        ? quoted(octets)
        : content;
  if (isProtected && encoding !== 'base64' && /[^\r\n]{999}/.test(body)) making.isHopeless = true;
  if (isProtected && /[\x80-\xff]/.test(body) && !/utf/i.test(charset)) making.isHopeless = true;
  const fields = [`Content-Type: ${type}`, ...(encoding ? [`Content-Transfer-Encoding: ${encoding}`] : [])];
  const disposition = one(random, ['', 'Content-Disposition: attachment; filename="x.bin"', 'content-id: <1@x>']);
  return { head: [...fields, ...(disposition ? [disposition] : [])], body };
}

/** Words in lines of all lengths and ends, as octets of the charset. */
function text({ random }: Making, isPlain: boolean, isUtf8: boolean): string {
  const lines = Array.from({ length: random(6) }, () => {
    const count = random(12) === 0 ? 400 : random(8);
    return Array.from({ length: count }, () => one(random, words)).join(' ');
  });
  const joined = lines.map((line) => line + (isPlain ? '\r\n' : one(random, ['\r\n', '\n', '\r\n', '\r']))).join('');
  if (isPlain) return joined.replace(/[^\r\n\x20-\x7e]/g, '').replace(/[^\r\n]{900}/g, '$&\r\n');
  return isUtf8 ? Buffer.from(joined).toString('latin1') : joined.replace(eightBitOfWestern, '?');
}

const quoted = (octets: Buffer) =>
  octets
    .toString('latin1')
    .replace(/\r\n|\r|\n/g, '\r\n')
    .replace(
      /[=\x80-\xff]|[ \t](?=\r\n|$)/g,
      (octet) => `=${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .replace(/(?:[^\r\n=]|=[0-9A-F]{2}){60}(?=[^\r\n])/g, '$&=\r\n');

const one = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)]!;
