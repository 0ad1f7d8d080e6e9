import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Drift, type SampleOptions, sampleTraffic } from '../src/sampling/index.ts';
import { petServers } from './support/pet-servers.ts';
import { petRequests, petsDescription, plantedAnswers } from './support/pets.ts';

const room = mkdtempSync(join(tmpdir(), 'contract-sampling-'));
const description = join(room, 'openapi.json');
beforeAll(() => writeFileSync(description, JSON.stringify(petsDescription)));
afterAll(() => rmSync(room, { recursive: true }));

/** Sends requests one after the other; tells what the sample has found. */
async function sample(framework: string, requests: typeof petRequests, options: Partial<SampleOptions> = {}) {
  const drifts: Drift[] = [];
  const errors: string[] = [];
  const traffic = sampleTraffic({
    description,
    share: 1,
    onDrift: (drift) => drifts.push(drift),
    onError: ({ message }) => errors.push(message),
    ...options,
  });
  const server = await petServers[framework]!(traffic);
  const statuses: number[] = [];
  for (const [path, init] of requests) {
    const answer = await fetch(server.url + path, { redirect: 'manual', ...init });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  await server.close();
  await traffic.close();
  const found = drifts.flatMap(({ operation, findings }) =>
    findings.map(({ rule, message }) => `${operation} ${rule}: ${message}`),
  );
  return { drifts, found, errors, statuses, counts: traffic.counts() };
}

describe.each(Object.keys(petServers))('%s', (framework) => {
  test('a service that is right has no finding', async () => {
    const { found, errors, statuses, counts } = await sample(framework, petRequests);
    expect(statuses).toEqual([200, 200, 200, 304, 200, 404, 204, 201, 201, 400, 200]);
    expect({ found, errors }).toEqual({ found: [], errors: [] });
    const notJudged = { elsewhere: 0, aborted: 0, busy: 0, failed: 0, preflight: 0, page: 0, body: 0 };
    expect(counts).toEqual({ requests: 11, judged: 11, drifts: 0, notJudged });
  });

  test('ten wrong answers are found, without values', async () => {
    const har = join(room, `${framework.replaceAll(/\W/g, '-')}.har`);
    const { drifts, found, errors, counts } = await sample(
      framework,
      [...plantedAnswers.map(({ request }) => request), ...petRequests],
      { har },
    );
    expect(errors).toEqual([]);
    for (const planted of plantedAnswers)
      expect(found, planted.about).toContainEqual(expect.stringMatching(planted.found));
    expect(found.filter((each) => !plantedAnswers.some((planted) => planted.found.test(each)))).toEqual([]);
    expect([counts.judged, counts.drifts]).toEqual([21, 10]);
    const { entries } = JSON.parse(readFileSync(har, 'utf8')).log;
    expect(entries.map(({ comment }: { comment: string }) => comment)).toEqual(
      drifts.map(({ findings }) => findings.map(({ message }) => message).join('; ')),
    );
    expect(JSON.stringify([drifts, entries])).not.toMatch(/Ada|Rex|six|"rex|\/rex|planted=\d/);
  });
});

test('the document of a framework, and a path of its own', async () => {
  const { found, counts } = await sample('Fastify', [['/pets/rex?planted=0']], {
    description: async () => ({ ...petsDescription, servers: [] }),
    base: '/v1',
  });
  expect(found).toEqual(['getPet body: Response body property age must be integer']);
  expect(counts.judged).toBe(1);
});

test('values are shown to whoever wants them, but for keys; check judges the file alike', async () => {
  const har = join(room, 'values.har');
  const headers = { authorization: 'Bearer s3cret' };
  const { drifts } = await sample('Express', [['/pets/rex?planted=0', { headers }]], { har, showValues: true });
  expect(drifts[0]).toMatchObject({ about: 'GET /v1/pets/rex?planted=0', response: expect.stringContaining('"six"') });
  expect(JSON.stringify(drifts) + readFileSync(har, 'utf8')).not.toContain('s3cret');
  const { runHere } = await import('./support/in-process.ts');
  const checked = await runHere('check', har, '--openapi', description, '--base', 'http://localhost/v1');
  expect(checked.output).toContain('getPet: Response body property age must be integer (body)');
});

test.each([
  [1, 40],
  [0.25, 10],
  [0.01, 1],
  [0, 0],
])('a share of %d', async (share, judged) => {
  let turn = 0;
  const requests = Array.from({ length: 40 }, (): [string] => ['/pets']);
  // 0, 0.025, 0.05 …
  const { counts } = await sample('node:http', requests, { share, random: () => turn++ / 40 });
  expect([counts.requests, counts.judged]).toEqual([40, judged]);
});
