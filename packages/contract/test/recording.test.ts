import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createSender } from '../src/exchange/send.ts';
import { startProxy } from '../src/proxy/proxy.ts';
import { describeRecording } from '../src/recording/description.ts';
import { createRecording } from '../src/recording/recording.ts';
import { corpus } from './services/corpus.ts';
import { runAgainst } from './services/measure.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules of OpenAPI alone. */
const redocly = join(import.meta.dirname, '../../../node_modules/.bin/redocly');
const isValid = (file: string) =>
  execFileSync(redocly, ['lint', '--extends=spec', file], { stdio: 'pipe', cwd: folder });

/** What the kit sends to FastAPI has whole numbers only, which is not all that a service takes. */
const furtherRequests: Record<string, [path: string, body: object][]> = {
  FastAPI: [['/products', { name: 'Tea', price: 2.5 }]],
};

describe.each(corpus)('$name', (entry) => {
  test.skipIf(entry.missing?.() !== undefined)(
    'is described by its traffic, so that it keeps what is described',
    async () => {
      const service = await entry.start({ defects: false });
      const sender = createSender({ timeout: 600_000, keepAlive: false });
      const recording = createRecording(service.url);
      const take = async (_: string, { exchange }: { exchange?: Parameters<typeof recording.add>[0] }) => {
        if (exchange) await recording.add(exchange);
      };
      const proxy = await startProxy({ baseUrl: service.url, sender, port: 0, take });
      try {
        const own = join(folder, `${entry.name}.own.json`);
        writeFileSync(own, JSON.stringify(service.description));
        await runAgainst({ ...service, url: proxy.url }, own, { seed: 'recorded' });
        for (const [path, body] of furtherRequests[entry.name] ?? []) await post(proxy.url + path, body);
        await proxy.close();

        const written = join(folder, `${entry.name}.json`);
        writeFileSync(written, JSON.stringify(describeRecording(recording)));
        isValid(written);
        expect(pathsOf(written)).toEqual(pathsOf(own));
        const { report } = await runAgainst(service, written, { seed: 'verified' });
        expect(report.breaches.map(({ operation, about, message }) => `${operation}: ${about}: ${message}`)).toEqual(
          [],
        );
      } finally {
        sender.close();
        await service.close();
      }
    },
  );
});

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Methods and paths without the names of parameters. */
function pathsOf(file: string): string[] {
  const { paths } = parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> };
  return Object.entries(paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`))
    .filter((each) => !each.startsWith('parameters '))
    .sort();
}
