import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Contract, loadContract } from '../contract/contract.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { createSampleJudge } from './judge-sample.ts';
import type { Judged, ThreadWork } from './thread.ts';

/** The thread that judges a sample. It gets exchanges one after the other, and answers each. */

const work = workerData as ThreadWork;
const contract = await load(work.description);
const judge = createSampleJudge(contract, work);
let last = Promise.resolve();
parentPort!.on('message', (exchange: Exchange) => {
  last = last.then(async () => parentPort!.postMessage((await judge(exchange)) satisfies Judged));
});

async function load(description: ThreadWork['description']): Promise<Contract> {
  if ('file' in description) return loadContract(description.file);
  const room = mkdtempSync(join(tmpdir(), 'mailwright-contract-'));
  const file = join(room, 'openapi.json');
  writeFileSync(file, description.text);
  return loadContract(file).finally(() => rmSync(room, { recursive: true }));
}
