import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const xml = 'application/vnd.service.api+xml';
const json = 'application/vnd.service.api+json';
const deep = `${'<a>'.repeat(10_000)}x${'</a>'.repeat(10_000)}`;

const bodies: [what: string, contentType: string, body: string | Buffer, status: number][] = [
  ['truncated XML', xml, '<contact><external_id>7</external_id><standard_fields>', 400],
  ['a wrong root', xml, '<person/>', 400],
  ['a DOCTYPE', xml, '<!DOCTYPE contact [<!ENTITY x "y">]><contact><external_id>&x;</external_id></contact>', 400],
  ['an undefined entity', xml, '<contact><external_id>&nbsp;</external_id></contact>', 400],
  ['10 MB', xml, `<contact><external_id>${'7'.repeat(10_000_000)}</external_id></contact>`, 413],
  [
    'invalid UTF-8',
    xml,
    Buffer.concat([
      Buffer.from('<contact><external_id>'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from('</external_id></contact>'),
    ]),
    400,
  ],
  ['UTF-16', xml, Buffer.from('<contact/>', 'utf16le'), 400],
  ['depth 10,000', xml, `<contact>${deep}</contact>`, 400],
  ['two roots', xml, '<contact/><contact/>', 400],
  ['text after the root', xml, '<contact/>x', 400],
  ['nothing', xml, '', 400],
  ['JSON as XML', xml, '{}', 400],
  ['a wrong type', xml, '<contact><permission>many</permission></contact>', 400],
  ['a permission out of range', xml, '<contact><permission>7</permission></contact>', 400],
  ['a field twice', xml, '<contact><external_id>1</external_id><external_id>2</external_id></contact>', 400],
  [
    '__proto__',
    xml,
    '<contact><__proto__><external_id>x</external_id></__proto__><standard_fields><field><name>__proto__</name><value>x</value></field></standard_fields></contact>',
    400,
  ],
  [
    'an unknown standard field',
    xml,
    '<contact><standard_fields><field><name>COLOUR</name><value>x</value></field></standard_fields></contact>',
    400,
  ],
  ['truncated JSON', json, '{"external_id":"7"', 400],
  ['a NUL in JSON', json, '{"external_id":"\\u0000"}', 400],
  ['a lone surrogate in JSON', json, '{"external_id":"\\ud800"}', 400],
  ['JSON of depth 10,000', json, `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400],
  ['a JSON list', json, '[]', 400],
  ['an empty JSON body', json, '', 400],
];

describe.each(usualDatabases())('bad bodies on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
  });
  afterAll(() => service?.close());

  test.each(bodies)('%s: %s', async (_what, contentType, body, status) => {
    const path = '/contacts/email/victim@example.com';
    const answer = await callRaw(service, {
      method: 'POST',
      path,
      headers: { 'content-type': contentType, accept: contentType },
      body,
    });
    expect(answer.status, answer.body).toBe(status);
    if (contentType === xml) messageOf(answer);
    else expect(JSON.parse(answer.body)).toHaveProperty('message');
    expect(answer.body).not.toMatch(/\.ts:|node_modules|at async/);

    expect((await callRaw(service, { path: '/ping' })).status).toBe(200);
    expect((await callRaw(service, { path })).status, 'nothing is stored').toBe(404);
  });

  test.each(['application/json', json])('an empty body of %s gets its 400 in JSON', async (type) => {
    const path = '/contacts/email/victim@example.com';
    const answer = await callRaw(service, { method: 'POST', path, headers: { 'content-type': type }, body: '' });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, expect.stringContaining('json')]);
    expect(JSON.parse(answer.body)).toHaveProperty('message');
  });

  test('an error in a document says line and column', async () => {
    const body = '<contact>\n  <permission>many</permission>\n</contact>';
    const answer = await callRaw(service, {
      method: 'POST',
      path: '/contacts/email/victim@example.com',
      headers: { 'content-type': xml },
      body,
    });
    expect(answer.body).toMatch(/<validation_error><column>\d+<\/column><line>2<\/line><message>/);
  });

  test('an element that is not known is named with what was meant, or refused where the client asks for it', async () => {
    const path = '/contacts/email/unknown-element@example.com';
    const body =
      '<contact><standard_fields><field><nmae>LASTNAME</nmae><name>CITY</name><value>Ulm</value></field></standard_fields></contact>';
    const post = (headers: Record<string, string>) =>
      callRaw(service, { method: 'POST', path, headers: { 'content-type': xml, ...headers }, body });
    const strict = await post({ prefer: 'handling=strict' });
    expect([strict.status, messageOf(strict)]).toEqual([
      400,
      'the element /contact/standard_fields/field/nmae is not known; did you mean name?',
    ]);
    expect((await callRaw(service, { path })).status, 'nothing is stored').toBe(404);
    const lenient = await post({});
    expect([lenient.status, lenient.headers['ignored-input']]).toEqual([
      201,
      '"nmae";in=body;path="/contact/standard_fields/field/nmae";did-you-mean="name"',
    ]);
  });

  test('a member of JSON that is not known is named, or refused where the client asks for it', async () => {
    const path = '/marketing-automation';
    const steps = [{ kind: 'wait', duration: 'P1D', nmae: 'a' }, { kind: 'end' }];
    const body = JSON.stringify({ name: 'Slips', state: 'draft', steps });
    const post = (headers: Record<string, string>) =>
      callRaw(service, { method: 'POST', path, headers: { 'content-type': json, ...headers }, body });
    const strict = await post({ prefer: 'handling=strict' });
    expect([strict.status, JSON.parse(strict.body).message]).toEqual([
      400,
      'the member /steps/0/nmae is not known; did you mean name?',
    ]);
    const lenient = await post({});
    expect([lenient.status, lenient.headers['ignored-input']]).toEqual([
      201,
      '"nmae";in=body;path="/steps/0/nmae";did-you-mean="name"',
    ]);
  });

  test.each([
    ['a NUL in a parameter', '/mailings?name=ab%00cd&subject=x'],
    ['invalid UTF-8 in a parameter', '/mailings?name=ab%c3%28&subject=x'],
    ['broken percent-encoding', '/mailings?name=abc%zz&subject=x'],
    ['a scalar given twice', '/mailings?name=abc&name=abd&subject=x'],
  ])('%s: 400', async (_, path) => {
    expect((await callRaw(service, { method: 'POST', path })).status).toBe(400);
  });

  test('the log holds no personal data and no failure', () => {
    expect(service.log.join('\n')).not.toMatch(/victim|example\.com|Failure/);
  });
});
