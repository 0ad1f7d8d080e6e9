import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/index.ts';
import type { Mailing, MailingContent } from '../../src/mailings/index.ts';
import type { MailAttachment } from '../../src/sending/mail/attachment.ts';
import { composeMails, type MailOptions, mailTexts } from '../../src/sending/mail/compile-mail.ts';
import type { Recipient } from '../../src/sending/mail/recipient.ts';
import type { RenderContext } from '../../src/sending/mail/render-context.ts';
import { messageOf } from '../../src/sending/mail/transport.ts';
import { askPython, withoutPython } from '../support/python.ts';

function contextOf(content: Partial<MailingContent>): RenderContext {
  return {
    account: { id: 7, name: 'Herald & Sons', domain: 'news.example.com', secret: 's' } as unknown as Account,
    mailing: { id: 12, name: 'Spring', type: 'regular', account_id: 7 } as Mailing,
    content: { subject: 'Hi', sender: 'news@example.com', html: null, text_body: null, ...content } as MailingContent,
    properties: new Map([['SHOP', 'a&b']]),
    engine: 'tags',
    placeholders: new Map(),
    customFields: new Map(),
    attachments: [],
  };
}

function recipientOf(fields: Record<string, string>, change: Partial<Recipient> = {}): Recipient {
  const contact = { id: 5, email: 'ada@example.org', standard_fields: fields, custom_fields: {} };
  return { contact: contact as Recipient['contact'], messageId: '<1.a@example.com>', pages: {}, ...change };
}

async function mailOf(
  content: Partial<MailingContent>,
  recipient: Recipient,
  options: MailOptions = { purpose: 'campaign' },
) {
  const context = contextOf(content);
  const mail = await (await composeMails(context, await mailTexts(context), options, []))(recipient);
  const raw = messageOf(mail);
  return { ...mail, raw, email: await PostalMime.parse(raw) };
}

const anyText = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/\p{Cc}/gu, '').toWellFormed());

describe('a message', () => {
  test('has the parts, filled for its recipient', async () => {
    const { email, envelope } = await mailOf(
      {
        subject: '[[CONTACT|FIRSTNAME]]: grüß dich',
        sender_alias: 'Herald, "the" Ünique',
        recipient_alias: '[[CONTACT|FIRSTNAME]]',
        preview_text: 'Hello <[[CONTACT|FIRSTNAME]]>',
        html: '<html><body><p>Hi [[CONTACT|FIRSTNAME]], [[PROPERTY|SHOP]]</p></body></html>',
        text_body: 'Hi [[CONTACT|FIRSTNAME]]\n.\nFrom here\n-- \nus',
      },
      recipientOf({ FIRSTNAME: 'Zoë' }, { returnPath: 'b+1@bounce.example.com' }),
    );
    expect(envelope).toEqual({ from: 'b+1@bounce.example.com', to: 'ada@example.org' });
    expect(email).toMatchObject({
      subject: 'Zoë: grüß dich',
      from: { name: 'Herald, "the" Ünique', address: 'news@example.com' },
      to: [{ name: 'Zoë', address: 'ada@example.org' }],
      text: 'Hi Zoë\n.\nFrom here\n-- \nus\n',
      messageId: '<1.a@example.com>',
    });
    expect(email.html).toContain(
      '<body><div style="display:none;max-height:0;overflow:hidden">Hello &lt;Zoë&gt;</div>',
    );
    expect(email.html).toContain('<p>Hi Zoë, a&amp;b</p>');
  });

  test('has a text that is made from the HTML if there is none', async () => {
    const html = '<p>Hi [[CONTACT|FIRSTNAME|friend]], see <a href="https://shop.example/?a=1&amp;b=2">our shop</a></p>';
    const made = async (content: Partial<MailingContent>) =>
      (await mailOf(content, recipientOf({ FIRSTNAME: 'Zoë' }))).email;
    expect((await made({ html })).text).toBe('Hi Zoë, see our shop <https://shop.example/?a=1&b=2>\n');
    expect((await made({ html, text_body: 'My own' })).text).toBe('My own\n');
    // Of an image without an alternative there is nothing to read.
    expect((await made({ html: '<img src="https://shop.example/a.png">' })).text).toBeUndefined();
    expect((await made({ html: '<div>'.repeat(30_000) })).html).toContain('<div>');
  });

  test('in Liquid has no text if its markup stands where the HTML has none', async () => {
    const html = '<p title="{% if true %}">Hi</p>{% endif %}';
    const context = { ...contextOf({ html }), engine: 'liquid' as const };
    expect(await mailTexts(context)).toMatchObject({ html, text: null });
    expect(
      await mailTexts({ ...context, content: { ...context.content, html: '{% if true %}<p>Hi</p>{% endif %}' } }),
    ).toMatchObject({
      text: expect.stringContaining('Hi'),
      isTextMade: true,
    });
  });

  test('tells machines what it is, and how to unsubscribe', async () => {
    const unsubscribe = { page: 'https://x.example/u/token', mailbox: 'u+1@bounce.example.com' };
    const head = async (purpose: MailOptions['purpose']) =>
      (await mailOf({ text_body: 'x' }, recipientOf({}, { unsubscribe }), { purpose })).head.replaceAll('\r\n ', ' ');
    const bulk = await head('campaign');
    expect(bulk).toContain('List-Id: <7.news.example.com>\r\n');
    expect(bulk).toContain('Feedback-ID: 12:7:regular:mailwright\r\n');
    expect(bulk).toContain('Precedence: bulk\r\n');
    expect(bulk).toContain('List-Unsubscribe: <https://x.example/u/token>, <mailto:u+1@bounce.example.com>\r\n');
    expect(bulk).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
    expect(await head('trigger')).toContain('Auto-Submitted: auto-generated\r\n');
    expect(await head('test')).not.toMatch(/List-Id|Precedence|Auto-Submitted/);
  });

  test('keeps files and images byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7) % 256));
    const attachments: MailAttachment[] = [
      { filename: 'Grüße.bin', contentType: 'application/octet-stream', content: bytes },
      { filename: 'a.png', contentType: 'image/png', content: bytes, cid: 'logo' },
    ];
    const { email } = await mailOf(
      { html: '<img src="cid:logo">[[CONTACT|X]]', text_body: 'see' },
      recipientOf({ X: 'y' }),
      { purpose: 'campaign', attachments },
    );
    expect(email.html).toBe('<img src="cid:logo">y\n');
    const files = email.attachments.map(({ filename, contentId, content }) => ({
      filename,
      contentId,
      same: bytes.equals(Buffer.from(content as ArrayBuffer)),
    }));
    expect(files).toContainEqual({ filename: 'Grüße.bin', contentId: undefined, same: true });
    expect(files).toContainEqual({ filename: 'a.png', contentId: '<logo>', same: true });
  });

  test('whatever its texts are, they arrive, and no line is too long', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, anyText, anyText, async (subject, before, value) => {
        fc.pre(!/\[/.test(subject + before));
        const template = `${before}[[CONTACT|X]]${before}`;
        const { email, raw } = await mailOf(
          { subject: `s${subject}s`, text_body: template },
          recipientOf({ X: value }),
        );
        expect(email.text).toBe(`${before}${value}${before}\n`);
        // Where a line is folded or encoded, a run of spaces may become one.
        const written = `s${subject}s`;
        const shown = (text: string) => (/^[\x20-\x7e]{0,60}$/.test(written) ? text : text.replace(/ +/g, ' '));
        expect(shown(email.subject!)).toBe(shown(written));
        for (const line of raw.toString('latin1').split('\r\n')) expect(line).toMatch(/^[\x20-\x7e\t]{0,78}$/);
      }),
    );
  });

  test("a contact's data is neither header nor boundary", async () => {
    const name = 'x\r\nBcc: eve@example.org\r\n\r\n--_NmP';
    const { email, head } = await mailOf(
      { subject: '[[CONTACT|X]]', recipient_alias: '[[CONTACT|X]]', text_body: '[[CONTACT|X]]', html: '[[CONTACT|X]]' },
      recipientOf({ X: name }),
    );
    expect(email.bcc).toBeUndefined();
    expect(email.subject).toBe('x Bcc: eve@example.org --_NmP');
    expect(head).not.toMatch(/^Bcc:/m);
    expect(email.text).toBe(`${name.replaceAll('\r\n', '\n')}\n`);
  });

  test('addresses beyond ASCII keep their local part, and their domain becomes A-labels', async () => {
    const recipient = recipientOf({});
    recipient.contact.email = 'žofie@bücher.example';
    const { envelope, head } = await mailOf({ text_body: 'x', sender: 'news@köln.example' }, recipient);
    expect(envelope).toEqual({ from: 'news@xn--kln-sna.example', to: 'žofie@xn--bcher-kva.example' });
    expect(head).toContain('To: žofie@xn--bcher-kva.example\r\n');
  });

  test("Python's email module reads the same", async ({ skip }) => {
    const why = withoutPython({ email: 'python3' });
    if (why) {
      console.warn(`Python's email reads no messages: ${why}.`);
      return skip(why);
    }
    const { raw } = await mailOf(
      {
        subject: 'Grüße 🐎 an [[CONTACT|X]]',
        sender_alias: 'Ä, B',
        html: '<p>ß [[CONTACT|X]]</p>',
        text_body: '€ [[CONTACT|X]]',
      },
      recipientOf({ X: '日本 = ?' }),
    );
    const script = `
import sys, json, email, email.policy
m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
print(json.dumps([m['subject'], m['from'].addresses[0].display_name, m.get_body(('plain',)).get_content(),
  m.get_body(('html',)).get_content(), [str(d) for p in m.walk() for d in p.defects]]))`;
    const read = askPython(script, raw);
    expect(read).toEqual(['Grüße 🐎 an 日本 = ?', 'Ä, B', '€ 日本 = ?', '<p>ß 日本 = ?</p>', []]);
  });
});
