import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { deep, leftToDeep } from '../../../tools/verify/src/deep.ts';
import { readJournal } from '../src/ownership/journal.ts';
import { type CorpusEntry, corpus } from './services/corpus.ts';
import { compareStates, runAgainst } from './services/measure.ts';
import { run } from './support/process.ts';

const SEEDS = 100;
const MOMENTS = 10;
const room = mkdtempSync(join(tmpdir(), 'contract-harm-'));
afterAll(() => rmSync(room, { recursive: true }));

const here = corpus.filter(({ missing }) => missing?.() === undefined);
const none = { harmed: [], unlisted: [] };

describe.each(here)('$name', (entry) => {
  test.skipIf(!deep)(`nothing is harmed or left unlisted, whatever the seed${leftToDeep}`, async () => {
    const service = await entry.start({ defects: false });
    const file = describedIn(entry, service.description);
    for (let seed = 0; seed < SEEDS; seed++) {
      const { harmed, unlisted } = await runAgainst(service, file, { seed: `seed ${seed}` });
      expect({ seed, harmed, unlisted }).toEqual({ seed, ...none });
    }
    await service.close();
  });
});

/** Services that keep what they are given; each run, of some 300 requests, is killed when so many have been sent. */
const killed = here.filter(({ name }) => ['Hono', 'XML'].includes(name));
const moments = deep ? Array.from({ length: MOMENTS }, (_, i) => 5 + i * 24) : [50];
/** Number of requests that have created an object. */
const MANY = 41;

describe.each(killed)('$name, killed', (entry) => {
  test.each(moments)('after %i requests, what was made is deleted by the journal, or listed', async (moment) => {
    const service = await entry.start({ defects: false });
    const file = describedIn(entry, service.description);
    const journal = join(room, `${entry.name}-${moment}.jsonl`);
    const before = await service.state();
    const between = await killing(service.url, moment);
    const verify = run('verify', file, '--target', between.url, '--yes', '--journal', journal);
    between.kills(() => verify.child.kill('SIGKILL'));
    await verify.code();
    between.close();
    const remains = existsSync(journal) ? readJournal(journal) : undefined;
    if (moment >= MANY) expect((remains?.things.length ?? 0) + (remains?.unanswered.length ?? 0)).not.toBe(0);
    let listed = '';
    if (remains) {
      const cleaning = run('clean-up', journal, '--target', service.url);
      await cleaning.code();
      listed = cleaning.output();
    }
    const after = await service.state();
    // What was made by a request whose answer nobody has seen is known by the texts that it was sent with.
    const sent = (remains?.unanswered ?? []).flatMap(({ body }) => body.match(/[a-z0-9]{7,}/gi) ?? []);
    const isListed = (id: string, thing: string) =>
      listed.includes(`/${id}`) || sent.some((text) => thing.includes(text) && listed.includes(text));
    expect(compareStates(before, after, isListed), listed).toEqual(none);
    await service.close();
  });
});

function describedIn({ name }: CorpusEntry, description: unknown): string {
  const file = join(room, `${name}.json`);
  writeFileSync(file, JSON.stringify(description));
  return file;
}

/** Passes requests on to a service; when so many were answered, the one who asks is killed before he hears of the last. */
async function killing(url: string, moment: number) {
  let seen = 0;
  let kill = () => {};
  const server = createServer((incoming, answer) => {
    const target = new URL(incoming.url!, url);
    const outgoing = forward(target, { method: incoming.method!, headers: incoming.headers }, (response) => {
      if (++seen >= moment) return kill();
      answer.writeHead(response.statusCode!, response.headers);
      return response.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = new URL(url);
  base.host = `127.0.0.1:${port}`;
  return {
    url: base.href.replace(/\/$/, ''),
    kills: (how: () => void) => (kill = how),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
