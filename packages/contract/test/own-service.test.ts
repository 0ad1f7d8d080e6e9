import { dirname, join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import { expect, test } from 'vitest';
import type { Right } from '../../service/src/db/schema.ts';
import { generateKey } from '../../service/src/keys/key.ts';
import { insertKey } from '../../service/src/keys/store.ts';
import { databases } from '../../service/test/support/database.ts';
import { startTestService, type TestService } from '../../service/test/support/service.ts';
import { loadContract } from '../src/contract/contract.ts';
import type { HeaderLines } from '../src/exchange/exchange.ts';
import { createSender } from '../src/exchange/send.ts';
import { loadPreconditions } from '../src/preconditions/load.ts';
import { buildReport } from '../src/report/build.ts';
import { textReport } from '../src/report/text.ts';
import type { Record, Untried } from '../src/run/record.ts';
import { verify } from '../src/run/verify.ts';
import type { LimitedKey } from '../src/trials/request.ts';
import { readCorpus } from '../src/values/corpus.ts';

const room = dirname(descriptionFile);
const [embedded] = databases();
const bearer = (key: string): HeaderLines => [['Authorization', `Bearer ${key}`]];

async function limitedKey({ db, accountId }: TestService, right: Right): Promise<LimitedKey> {
  const key = generateKey();
  await insertKey(db, accountId, key, { label: right, rights: [right], creator: 'test', expires_at: null });
  return { rights: [right], headers: bearer(key) };
}

test('our own service keeps its contract', { timeout: 400_000 }, async () => {
  const contract = await loadContract(descriptionFile);
  const service = await startTestService(await embedded!.open());
  const sender = createSender({ ca: service.cert, timeout: 60_000 });
  const records: Record[] = [];
  const untried: Untried[] = [];
  const startedAt = new Date();
  const target = `${service.origin}/1.0`;
  await verify({
    contract,
    preconditions: loadPreconditions(join(room, 'preconditions'), contract),
    corpus: readCorpus(join(room, 'corpus')),
    target: {
      baseUrl: target,
      plainUrl: `${service.plainOrigin}/1.0`,
      credentials: bearer(service.key),
      query: [],
      limited: [await limitedKey(service, 'get'), await limitedKey(service, 'post')],
    },
    sender,
    concurrency: 8,
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
  });
  sender.close();
  await service.close();

  const milliseconds = Date.now() - startedAt.getTime();
  const report = buildReport(contract, { target, startedAt, milliseconds, records, untried });
  console.log(
    textReport(report)
      .split('\n')
      .slice(report.operations.length - report.notImplemented.length)
      .join('\n'),
  );
  expect(report.breaches).toEqual([]);
  expect(report.coverage.percent).toBeGreaterThanOrEqual(97);
  expect(report.seconds).toBeLessThan(180);
});
