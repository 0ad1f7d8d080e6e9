import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { askSpamd } from '../../src/quality/spam/spamd.ts';
import { createDkimKey } from '../../src/sending/index.ts';
import { ampPage } from '../support/amp.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { freePort } from '../support/free-port.ts';
import { newsletterHtml, newsletterText } from '../support/newsletter.ts';
import { startService } from '../support/process.ts';
import { askPython, withoutPython } from '../support/python.ts';
import { createSendout } from '../support/sendout.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { hasSpamAssassin, startSpamAssassin } from '../support/spamassassin.ts';
import { trusting } from '../support/trust.ts';

/** What a service of its own has sent over SMTP, as programs of others judge it. */

const withoutDkim = withoutPython({ dkim: 'python3-dkim', nacl: 'python3-nacl' });
const withoutEmail = withoutPython({ email: 'python3' });
const withoutSpamd = hasSpamAssassin ? undefined : 'the Debian packages spamassassin and spamd are not installed';
const judges = { 'python3-dkim': withoutDkim, "Python's email": withoutEmail, SpamAssassin: withoutSpamd };
for (const [judge, why] of Object.entries(judges)) if (why) console.log(`${judge} judges no mails: ${why}.`);
const leftOut = (why: string | undefined) => (why ? ` (left out: ${why})` : '');

const key = 'key-of-the-judges-1';
const subject = 'What is new in the gardeners’ shop, Zoë — this week';
const alias = 'Gärten & "Söhne", Köln';
const picture = randomBytes(3000);
const filename = 'Preisliste für Gärten.bin';
const records: Record<string, string> = {};

let smtp: SmtpSink;
let service: Awaited<ReturnType<typeof startService>>;
let raw: Buffer;
beforeAll(async () => {
  const keys = mkdtempSync(join(inject('runDirectory'), 'dkim-'));
  for (const type of ['rsa', 'ed25519'] as const) {
    const { name, value } = createDkimKey(keys, { domain: 'shop.example.com', selector: type, type });
    records[name] = value;
  }
  smtp = await startSmtpSink();
  const dataDir = await usedDirectory();
  const port = String(await freePort());
  const places = ['--public-url', 'https://news.shop.example.com', '--bounce-domain', 'bounce.shop.example.com'];
  const mails = ['--smtp', smtp.url, '--dkim-keys', keys];
  service = await startService(dataDir, ['--key', key, '--port', port, ...mails, ...places]);
  const fetch = trusting(join(dataDir, 'tls', 'certificate.pem'));
  const client = createClient({ baseUrl: `https://localhost:${port}/1.0`, apiKey: key, fetch });
  const body = [{ email: 'zoe@example.org', standard_fields: [{ name: 'FIRSTNAME' as const, value: 'Zoë' }] }];
  await client.contacts.synchronize({ body, permission: 5 }).orThrow();
  const { items } = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
  const groupId = async () => items.find(({ type }) => type === 'regular')!.id!;
  const mailingid = await createSendout({ client, groupId }, newsletterHtml);
  await client.mailings.setSubject({ mailingid, body: subject.replace('Zoë', '[[CONTACT|FIRSTNAME]]') }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@shop.example.com' }).orThrow();
  await client.mailings.setSenderAlias({ mailingid, body: alias }).orThrow();
  await client.mailings.setText({ mailingid, body: newsletterText }).orThrow();
  await client.mailings.setAmp({ mailingid, body: ampPage('<p>⚡ [[CONTACT|FIRSTNAME]]</p>') }).orThrow();
  await client.mailings.setTrackingStrategy({ mailingid, body: 'single-recipient' }).orThrow();
  const contentType = 'application/octet-stream';
  await client.mailingAttachments.add({ mailingid, filename, contentType, body: picture }).orThrow();
  await client.mailings.sendNow({ mailingid }).orThrow();
  raw = (await smtp.mailTo('zoe@example.org')).raw;
});
afterAll(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
  await smtp?.close();
});

describe.skipIf(withoutDkim)(`python3-dkim${leftOut(withoutDkim)}`, () => {
  const script = `
import sys, json, dkim
records = json.loads(sys.argv[1])
message = dkim.DKIM(sys.stdin.buffer.read())
def judge(at):
  try: good = message.verify(at, dnsfunc=lambda name, timeout=5: records[name.decode().rstrip('.')].encode())
  except dkim.DKIMException as fault: good = str(fault)
  fields = message.signature_fields
  return [fields[b's'].decode(), fields[b'd'].decode(), fields[b'a'].decode(), good]
count = sum(1 for name, _ in message.headers if name.lower() == b'dkim-signature')
print(json.dumps(sorted(judge(at) for at in range(count))))`;
  const judge = (message: Uint8Array) => askPython<unknown[][]>(script, message, JSON.stringify(records));

  test('verifies both signatures', () => {
    expect(judge(raw)).toEqual([
      ['ed25519', 'shop.example.com', 'ed25519-sha256', true],
      ['rsa', 'shop.example.com', 'rsa-sha256', true],
    ]);
  });

  test.each([
    ['List-Unsubscribe: <https://', 'List-Unsubscribe: <http://'],
    ['List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click'],
    ['Subject: ', 'Subject: x'],
    ['Kind regards', 'Kind Regards'],
  ])('verifies none when %j became %j', (before, after) => {
    const text = raw.toString('latin1');
    expect(text).toContain(before);
    const verdicts = judge(Buffer.from(text.replace(before, after), 'latin1')).map((row) => row.at(-1));
    expect(verdicts).toHaveLength(2);
    expect(verdicts).not.toContain(true);
  });
});

const filled = (text: string) => text.replaceAll('[[CONTACT|FIRSTNAME|friend]]', 'Zoë').split('[[')[0]!;

describe.skipIf(withoutEmail)(`Python's email${leftOut(withoutEmail)}`, () => {
  test('finds no defect, and reads what was written', () => {
    const script = `
import sys, json, base64, email, email.policy
m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
sender = m['from'].addresses[0]
print(json.dumps({'subject': m['subject'], 'from': [sender.display_name, sender.addr_spec],
  'text': m.get_body(('plain',)).get_content(), 'html': m.get_body(('html',)).get_content(),
  'alternatives': [[p.get_content_type(), p.get_content_charset()] for p in m.walk() if p.get_content_maintype() == 'text'],
  'amp': next(p for p in m.walk() if p.get_content_type() == 'text/x-amp-html').get_content(),
  'files': [[p.get_filename(), p.get_content_type(), base64.b64encode(p.get_content()).decode()] for p in m.iter_attachments()],
  'defects': [str(d) for p in m.walk() for d in p.defects] + [str(d) for v in m.values() for d in v.defects]}))`;
    const read = askPython<Record<string, string>>(script, raw);
    expect(read).toMatchObject({
      subject,
      from: [alias, 'news@shop.example.com'],
      alternatives: ['text/plain', 'text/x-amp-html', 'text/html'].map((type) => [type, 'utf-8']),
      files: [[filename, 'application/octet-stream', picture.toString('base64')]],
      defects: [],
    });
    expect(read.text!.replaceAll('\r\n', '\n')).toContain(filled(newsletterText).split('https:')[0]);
    expect(read.html).toContain('<p>Hello Zoë,</p>');
    expect(read.amp).toContain('<p>⚡ Zoë</p>');
  });
});

test('mailparser reads what was written', async () => {
  const { subject: read, from, text, html, attachments, headers } = await simpleParser(raw);
  expect(read).toBe(subject);
  expect(from?.value).toEqual([{ name: alias, address: 'news@shop.example.com' }]);
  expect(text).toContain(filled(newsletterText).split('https:')[0]);
  expect(html).toContain('<p>Hello Zoë,</p>');
  // A program that does not know AMP takes its part for a file without a name.
  const files = attachments.filter(({ contentType }) => contentType !== 'text/x-amp-html');
  expect(files.map(({ filename: name, content }) => [name, content.equals(picture)])).toEqual([[filename, true]]);
  expect(headers.get('list')).toMatchObject({
    unsubscribe: { url: expect.stringMatching(/^https:\/\/news\.shop\.example\.com\//) },
    'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
  });
});

describe.skipIf(withoutSpamd)(`SpamAssassin${leftOut(withoutSpamd)}`, () => {
  test('gives an ordinary newsletter at most 1.0 points, as it arrives', async () => {
    const daemon = await startSpamAssassin();
    try {
      const { score, rules } = await askSpamd(daemon, raw);
      const met = rules.map(({ name, score: points }) => `${name} ${points}`).join(', ');
      console.log(`SpamAssassin gives the newsletter ${score} points: ${met}`);
      expect(score, met).toBeLessThanOrEqual(1);
      expect(rules).not.toEqual([]);
    } finally {
      await daemon.close();
    }
  });
});
