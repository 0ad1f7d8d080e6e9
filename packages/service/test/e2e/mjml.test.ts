import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const mjml = (content: string) =>
  `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
const source = mjml(`<mj-text>Hello [[CONTACT|FIRSTNAME|friend]] {% if 1 < 2 %}&amp;{% endif %}</mj-text>
<mj-button href="[[LINK|UNSUBSCRIBE]]">Leave</mj-button>`);

const faults: [what: string, source: string, message: string][] = [
  ['no MJML', 'Hello', 'Parsing failed'],
  ['an unknown element', mjml('\n<mj-txt>Hello</mj-txt>'), "line 2, mj-txt: Element mj-txt doesn't exist"],
  ['an unknown attribute', mjml('<mj-text colour="red">Hello</mj-text>'), 'Attribute colour is illegal'],
  [
    'an element in the wrong place',
    '<mjml><mj-body><mj-text>Hello</mj-text></mj-body></mjml>',
    'cannot be used inside',
  ],
  [
    'a wrong end tag',
    mjml('\n<mj-text>Hello</mj-tekst>'),
    'line 2, mj-text: it has no end tag </mj-text> before </mj-tekst>',
  ],
  [
    'text that would be lost',
    mjml('<mj-text>Hello</mj-text>\nyou'),
    'line 2, text "you": it is in no element for text',
  ],
  ['a file of the machine', mjml('<mj-include path="/etc/hostname" />'), 'mj-include is not supported'],
];

describe.each(usualDatabases())('MJML on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let mailingid: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
    mailingid = await client.mailings.create({ name: 'In MJML', subject: 'x' }).orThrow();
  });
  afterAll(() => service?.close());

  const html = () => client.mailings.getHtml({ mailingid }).orThrow();
  const stored = () => client.mailings.getMjml({ mailingid }).orThrow();

  test('makes the HTML and keeps the source until the HTML is set otherwise', async () => {
    expect(await stored()).toBe('');
    await client.mailings.setMjml({ mailingid, body: source }).orThrow();
    expect(await stored()).toBe(source);
    const made = await html();
    expect(made).toMatch(/^\s*<!doctype html>/i);
    expect(made).toContain('>Hello [[CONTACT|FIRSTNAME|friend]] {% if 1 < 2 %}&amp;{% endif %}</div>');
    expect(made).toContain('href="[[LINK|UNSUBSCRIBE]]"');
    expect(made, 'no third party is asked for fonts').not.toContain('fonts.googleapis');
    const copy = await client.mailings.copy({ mailingid }).orThrow();
    expect(await client.mailings.getMjml({ mailingid: copy }).orThrow()).toBe(source);

    await client.mailings.setHtml({ mailingid, body: '<p>Other</p>' }).orThrow();
    expect([await stored(), await html()]).toEqual(['', '<p>Other</p>']);
  });

  test.each(faults)('refuses %s', async (_what, body, message) => {
    const before = await html();
    const headers = { 'content-type': 'text/mjml' };
    const answer = await callRaw(service, {
      method: 'POST',
      path: `/mailings/${mailingid}/contents/mjml`,
      headers,
      body,
    });
    expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    expect(await html()).toBe(before);
  });

  test('shows contents as a contact would get them, and changes nothing', async () => {
    const email = 'ada.preview@example.com';
    await client.contacts
      .createByEmail({ email, permission: 1, body: { standard_fields: [{ name: 'FIRSTNAME', value: '<Ada>' }] } })
      .orThrow();
    const { id: contact_id } = await client.contacts.getByEmail({ email }).orThrow();
    const before = await html();
    const preview = (body: { html?: string; mjml?: string; contact_id?: number }) =>
      client.mailings.preview({ mailingid, body });
    const mine = '<p>Hello [[CONTACT|FIRSTNAME|friend]]</p><a href="[[LINK|UNSUBSCRIBE]]">x</a>';
    expect(await preview({ html: mine, contact_id }).orThrow()).toMatch(
      /^<p>Hello &lt;Ada&gt;<\/p><a href="https:[^"]+">x<\/a>$/,
    );
    expect(await preview({ html: mine }).orThrow()).toContain('Hello friend');
    expect(await preview({ mjml: source, contact_id }).orThrow()).toContain('>Hello &lt;Ada&gt;');
    expect(await preview({}).orThrow()).toBe(before);
    const refused = [
      [{ html: mine, mjml: source }, 'html and mjml exclude each other'],
      [{ html: mine, contact_id: 404_404 }, 'contact_id must be the id of a contact but was 404404'],
      [{ mjml: 'Hello' }, 'The MJML cannot be made into HTML'],
    ] as const;
    for (const [body, message] of refused) {
      const answer = await preview(body);
      expect(answer.ok ? answer.data : [answer.status, answer.error.message]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
    expect(await html()).toBe(before);
  });

  test('a source that takes too much of the machine is refused', async () => {
    const images = '<mj-carousel-image src="https://x.example/a.png" />'.repeat(15_000);
    const answer = await client.mailings.setMjml({ mailingid, body: mjml(`<mj-carousel>${images}</mj-carousel>`) });
    expect(answer.ok ? answer.data : [answer.status, answer.error.message]).toEqual([
      400,
      expect.stringMatching(/it takes (more than 20000 ms|too much memory)/),
    ]);
    await client.mailings.setMjml({ mailingid, body: source }).orThrow();
  });
});
