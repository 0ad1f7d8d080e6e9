import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';

const unknownField = '"There is no contact field FRISTNAME; did you mean FIRSTNAME?"';
const broken = (text: string) =>
  `"\\"${text}\\" is not a tag; a tag is [[NAMESPACE|FIELD]] or [[NAMESPACE|FIELD|fallback]]."`;

describe.each(usualDatabases())('tags that cannot be filled on $kind', ({ open }) => {
  let service: TestService;
  let mailingid: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    mailingid = await createSendout(service);
  });
  afterAll(() => service?.close());

  const set = async (what: string, body: string) => {
    const path = `/mailings/${mailingid}/${what}`;
    const type = what.endsWith('html') ? 'text/html' : what.endsWith('/text') ? 'text/plain' : undefined;
    const headers = { 'content-type': type ?? 'application/vnd.service.api+xml' };
    const root = what.split('/').at(-1);
    const answer = await callRaw(service, {
      method: 'POST',
      path,
      headers,
      body: type ? body : `<${root}>${body}</${root}>`,
    });
    expect(answer.status, answer.body).toBe(200);
    return answer.headers['personalization-warnings'];
  };

  test.each([
    ['contents/subject', 'Hello [[CONTACT|FRISTNAME]]', `${unknownField};in=subject`],
    ['contents/senderalias', '[[CONTACT|FRISTNAME]]', `${unknownField};in=senderalias`],
    ['contents/recipientalias', '[[CONTACT|FRISTNAME]]', `${unknownField};in=recipientalias`],
    ['contents/previewtext', '[[CONTACT|FRISTNAME]]', `${unknownField};in=previewtext`],
    ['contents/text', 'Hi [[CONTACT|FIRSTNAME', `${broken('[[CONTACT|FIRSTNAME')};in=text`],
    [
      'contents/html',
      '<p>[[CONTACT|FRISTNAME]] [[CONTACT|FIRSTNAME]</p>',
      `${broken('[[CONTACT|FIRSTNAME]</p>')};in=html, ${unknownField};in=html`,
    ],
    ['contents/html', '<p>[[KONTACT|FIRSTNAME]]</p>', expect.stringContaining('There is no namespace KONTACT')],
    ['contents/html', '<p>[[ACCOUNT|GRÜN]]</p>', '"The account has no placeholder GR?N.";in=html'],
    ['contents/html', '<p>[[CONTACT|FIRSTNAME]] [[LINK|UNSUBSCRIBE]]</p>', undefined],
    ['contents/subject', 'No tag at all [1|2]', undefined],
  ])('%s %s is set with a warning', async (what, body, warning) => {
    expect(await set(what, body)).toEqual(warning);
  });

  test.each([
    [
      'contents/html',
      '<p>{% if contact.FIRSTNAME %}Hi</p>',
      /^"The mail cannot be rendered: .*not closed, line:1.*";in=html$/,
    ],
    ['contents/subject', 'Hi {{ kontact.FIRSTNAME }}', /^"There is no variable kontact; .*";in=subject$/],
    ['contents/text', 'Hi {{ contact.FRISTNAME }}', /^"There is no contact field FRISTNAME; .*";in=text$/],
    [
      'contents/previewtext',
      '{{ contact.FIRSTNAME | shout }}',
      /^"The mail cannot be rendered: .*shout.*";in=previewtext$/,
    ],
    ['contents/html', '<p>{{ contact.FIRSTNAME | upcase }}[[LINK|UNSUBSCRIBE]]</p>', undefined],
  ])('in Liquid: %s %s is set with a warning', async (what, body, warning) => {
    await service.client.mailingProperties
      .add({ mailingid, body: [{ key: 'template_engine', value: 'liquid' }] })
      .orThrow();
    const told = await set(what, body);
    if (warning === undefined) expect(told).toBeUndefined();
    else expect(told).toMatch(warning);
    await service.client.mailingProperties.delete({ mailingid, name: 'template_engine' }).orThrow();
    expect(await set(what, body), 'braces are text without it').toBeUndefined();
  });

  test('such a mailing is not sent, and not scheduled', async () => {
    const id = await createSendout(service, '<p>[[CONTACT|FRISTNAME]]</p><a href="[[LINK|UNSUBSCRIBE]]">x</a>');
    const message = `Mailing with id ${id} is not ready to be sent. html: There is no contact field FRISTNAME; did you mean FIRSTNAME?`;
    for (const [method, path] of [
      ['POST', `/mailings/${id}/sendnow`],
      ['PUT', `/mailings/${id}/schedule?date=2099-01-01&hours=10&minutes=0`],
    ] as const) {
      const answer = await callRaw(service, { method, path });
      expect([answer.status, messageOf(answer)]).toEqual([400, message]);
    }
    const operator = administer(service.db);
    await expect(operator.sendMailing({ mailing: id }), 'the command line has the same rules').rejects.toThrow(
      message.replace('Mailing with id', 'mailing'),
    );
    expect(await service.client.mailings.getState({ mailingid: id }).orThrow()).toBe('draft');
  });
});
