import { expect, test } from 'vitest';
import { type Element, xml2js } from 'xml-js';
import { createWitness, type Record } from '../calls/record.ts';
import type { Contract } from '../contract/contract.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { breach, note } from '../judge/finding.ts';
import { createBaseline, known } from './baseline.ts';
import { buildReport, type RunOf } from './build.ts';
import { githubAnnotations, githubSummary } from './github.ts';
import { htmlReport } from './html.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';
import { textReport } from './text.ts';

const operation = (id: string, ...statuses: (number | 'default')[]) => ({
  id,
  groupTitle: 'Pets & co',
  method: 'GET',
  path: `/${id}/{id}`,
  summary: '',
  responses: statuses.map((status) => ({ status })),
});
const contract = {
  model: {
    title: 'Pets <3',
    version: '1',
    operations: [operation('get', 200, 404, 500), operation('put', 200, 'default'), operation('sing', 200, 401)],
  },
  leftOut: [{ pointer: '#/paths/~1x', message: 'not supported' }],
} as unknown as Contract;

const exchange: Exchange = {
  request: {
    method: 'GET',
    url: 'https://a/get/1',
    headers: [
      ['Authorization', 'Bearer secret'],
      ['Accept', '*/*'],
    ],
    body: new Uint8Array(),
  },
  response: {
    status: 500,
    headers: [['Content-Type', 'text/plain']],
    body: Buffer.from('<script>alert(1)</script>\u0000'),
  },
};
const bad = breach('status', 'Status 500 | <b>\u0001 100 %\nis not documented');
const texts = createWitness()('get', exchange, [bad]);
const records: Record[] = [
  { operation: 'get', about: 'good', status: 200, findings: [] },
  { operation: 'get', about: 'id=x', status: 500, findings: [note('parameter', 'id must be integer'), bad], ...texts },
  { operation: 'get', about: 'id=y', status: 500, findings: [bad], ...texts },
  { operation: 'put', about: 'aimed elsewhere', status: 200, findings: [breach('expected', 'Wanted 404, got 200')] },
  { operation: 'put', about: 'other', status: 418, findings: [] },
  { operation: 'put', about: 'a part that is to come', status: 501, findings: [] },
  { operation: 'put', about: 'silence', findings: [breach('connection', 'closed')] },
  { operation: 'sing', about: 'good', status: 501, findings: [] },
  { operation: 'sing', about: 'no key', status: 401, findings: [] },
  { about: 'GET /nothing', status: 200, findings: [breach('path', 'GET /nothing was answered with 200')] },
];
const run: RunOf = {
  target: 'https://a',
  startedAt: new Date('2031-02-03T04:05:06Z'),
  milliseconds: 1_234,
  records,
  untried: [{ operation: 'put', about: 'x', why: 'sing is not implemented' }],
  left: [
    { kind: 'cage', name: 'Rex & co (7)', why: 'no operation deletes it' },
    { kind: 'cage', name: 'Tom (8)', why: 'no operation deletes it' },
    { kind: 'pet', name: 'Rex', why: 'deletePet: 409 It is out.' },
  ],
  places: new Map([['get', { file: 'api/openapi.yaml', line: 12 }]]),
};
const report = buildReport(contract, run);

test('what a report counts', () => {
  expect(report.coverage).toEqual({ documented: 5, kept: 2, broken: 1, missed: 2, percent: 40 });
  expect(report).toMatchObject({ seconds: 1.2, exchanges: 9, refused: 1, notImplemented: ['sing'] });
  const states = report.operations.map(({ statuses }) => statuses.map(({ status, state }) => `${status} ${state}`));
  expect(states).toEqual([
    ['200 kept', '404 missed', '500 broken'],
    ['200 missed', 'default kept'],
    ['200 missed', '401 kept'],
  ]);
  expect(report.breaches).toHaveLength(5);
});

test('keys stay out of a report', () => {
  expect(JSON.stringify(report)).not.toContain('secret');
  expect(report.breaches[0]!.request).toBe('GET https://a/get/1\nAuthorization: …\nAccept: */*');
});

test('of each operation the texts of twenty exchanges are kept', () => {
  const witness = createWitness();
  const kept = Array.from({ length: 25 }, () => witness('get', exchange, [bad])).filter(({ request }) => request);
  expect([kept.length, witness('get', exchange, []), Object.keys(witness('put', exchange, [bad]))]).toEqual([
    20,
    {},
    ['request', 'response', 'curl'],
  ]);
});

test('text', () => {
  const text = textReport(report);
  expect(text).toContain('get  200✓ 404· 500✗\nput  200· default✓\n');
  expect(text).toContain('✗ get: Status 500');
  expect(text).toContain('    id=x, id=y\n');
  expect(text).toContain('✗ outside: GET /nothing was answered with 200 (path)');
  expect(text).toContain('Not covered: get 404, put 200\n');
  expect(text).toContain('Not tested: sing is not implemented (1 test cases of put)');
  expect(text).toContain('Not implemented (1): sing');
  expect(text).toContain(
    'Not deleted (3):\n    cage: Rex & co (7), Tom (8): no operation deletes it\n    pet: Rex: deletePet: 409 It is out.\n',
  );
  expect(text).toContain('Skipped: #/paths/~1x: not supported');
  expect(text).toMatch(/The service violates its description in 5 places\.\n$/);
});

test('JUnit is well-formed, whatever the messages', () => {
  const { testsuites } = xml2js(junitReport(report), { compact: true }) as {
    testsuites: { _attributes: object; testsuite: object[] };
  };
  expect(testsuites._attributes).toMatchObject({ name: 'Pets <3', tests: '10', failures: '5' });
  expect(testsuites.testsuite).toHaveLength(5);
  expect(testsuites.testsuite[0]).toMatchObject({
    'system-out': { _text: expect.stringContaining('cage: Rex & co (7)') },
  });
  expect(testsuites.testsuite[3]).toMatchObject({ _attributes: { tests: '3', failures: '0', skipped: '1' } });
});

test('JUnit holds both sides of a violation', () => {
  expect(junitReport(report)).toContain(
    'GET https://a/get/1\nAuthorization: …\nAccept: */*\n\n500 Internal Server Error',
  );
});

test('SARIF: a result for each cause, at the operation', () => {
  const { runs } = JSON.parse(sarifReport(report, 'openapi.yaml'));
  const [{ results, tool }] = runs;
  expect(results).toHaveLength(4);
  expect(results[0]).toMatchObject({
    ruleId: 'status',
    level: 'error',
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'api/openapi.yaml' }, region: { startLine: 12 } },
        logicalLocations: [{ name: 'get' }],
      },
    ],
  });
  expect(results[3].locations[0].physicalLocation.artifactLocation.uri).toBe('openapi.yaml');
  const defined = tool.driver.rules.map(({ id }: { id: string }) => id);
  expect(new Set(results.map(({ ruleId }: { ruleId: string }) => ruleId))).toEqual(new Set(defined));
});

test('what the baseline knows does not count, in any report', () => {
  const [first, ...others] = report.breaches;
  const all = [first!, ...others];
  const accepted = buildReport(contract, {
    ...run,
    baseline: createBaseline(all.map((each) => known(each.operation, each))),
  });
  expect([accepted.breaches, accepted.accepted.length]).toEqual([[], 5]);
  expect(junitReport(accepted)).toContain('failures="0"');
  expect(textReport(accepted)).toMatch(/conforms to its description\.\n$/);
  const one = buildReport(contract, { ...run, baseline: createBaseline([known('get', first!)]) });
  expect(one.breaches.map(({ operation }) => operation)).not.toContain('get');
  expect(one.breaches).toHaveLength(3);
});

test('warnings of one kind are one line, and none repeats an error', () => {
  const violates = 'although the request violates the description: Request body property';
  const warning = { operation: 'get', about: 'x', rule: 'accepted' as const };
  const warnings = [
    { ...warning, message: `The service returned 201 ${violates} name must be string` },
    { ...warning, operation: 'put', message: `The service returned 200 ${violates} note must be string` },
    { ...warning, message: `The service returned 200 ${violates} count must be integer` },
    { ...report.breaches[0]!, about: 'y' },
  ];
  const lines = textReport({ ...report, warnings }).match(/^⚠.*$/gm)!;
  expect(lines).toEqual([
    expect.stringMatching(/^⚠ get and 1 more: .* name must be string \(2 places\)$/),
    expect.stringMatching(/^⚠ get: .* count must be integer$/),
  ]);
});

/** What the schema of Jenkins (junit-10.xsd) allows: attributes, the required ones first, and children. */
const jenkins: { [element: string]: { required: string[]; attributes: string[]; children: string[] } } = {
  testsuites: { required: [], attributes: ['name', 'tests', 'failures', 'time'], children: ['testsuite'] },
  testsuite: {
    required: ['name'],
    attributes: ['tests', 'failures', 'skipped', 'time'],
    children: ['properties', 'testcase', 'system-out'],
  },
  properties: { required: [], attributes: [], children: ['property'] },
  property: { required: ['name', 'value'], attributes: [], children: [] },
  testcase: { required: ['name', 'classname'], attributes: ['time'], children: ['skipped', 'failure'] },
  failure: { required: [], attributes: ['message', 'type'], children: [] },
  skipped: { required: [], attributes: ['message', 'type'], children: [] },
  'system-out': { required: [], attributes: [], children: [] },
};

test('JUnit is of the form that Jenkins reads', () => {
  const seen = new Set<string>();
  const check = ({ name = '', attributes = {}, elements = [] }: Element) => {
    seen.add(name);
    const { required, attributes: allowed, children } = jenkins[name]!;
    expect([...required, ...allowed]).toEqual(expect.arrayContaining(Object.keys(attributes)));
    expect(Object.keys(attributes)).toEqual(expect.arrayContaining(required));
    const inner = elements.filter(({ type }) => type === 'element');
    for (const child of inner) expect(children).toContain(child.name);
    inner.forEach(check);
  };
  check((xml2js(junitReport(report)) as Element).elements![0]!);
  expect([...seen].sort()).toEqual(Object.keys(jenkins).sort());
});

test('HTML escapes what comes from outside', () => {
  const html = htmlReport(report);
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
  expect(html.match(/<td><i class="broken"/g)).toHaveLength(1);
  expect(html).not.toMatch(/(src|href)=/);
});

test('HTML tells alike breaches of several operations once', () => {
  const twice = { ...report, breaches: [...report.breaches, { ...report.breaches[0]!, operation: 'sing' }] };
  const cards = htmlReport(twice).match(/<p class="message">/g);
  expect(cards).toHaveLength(htmlReport(report).match(/<p class="message">/g)!.length);
  expect(htmlReport(twice)).toContain('and 1 more operation</summary><p><b>sing</b>');
});

test('GitHub', () => {
  expect(githubAnnotations(report).split('\n')[0]).toBe(
    '::error file=api/openapi.yaml,line=12,title=Contract violation%3A get::Status 500 | <b>\u0001 100 %25%0Ais not documented (id=x, id=y)',
  );
  const summary = githubSummary(report);
  expect(summary).toContain('## Contract of Pets <3: ❌ 5 breaches');
  expect(summary).toContain('| Operation | 200 | 404 | 500 | default |');
  expect(summary).toContain('| get | ✓ | · | ✗ |  |');
  expect(summary).toContain('- **get**: Status 500 \\| &lt;b>');
});
