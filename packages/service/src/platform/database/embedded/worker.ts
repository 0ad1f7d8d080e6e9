import { parentPort, workerData } from 'node:worker_threads';
import { DiskGuard, freeBytes } from './disk-guard.ts';
import { openEngine } from './engine.ts';
import type { Reply, Request, WorkerData } from './messages.ts';
import { RawEngine } from './raw-engine.ts';

/**
 * The database thread. PGlite computes on the thread that calls it and would starve the event loop of the service, so
 * it gets one of its own. It passes on what both sides say, and looks after the room on the disk.
 */
/** A message costs as much as a short statement: answers go together, unless the first of them waits for so long. */
const patienceMillis = 0.5;

const { directory } = workerData as WorkerData;
const port = parentPort!;
const reply = (message: Reply, memory: ArrayBuffer[] = []) => port.postMessage(message, memory);

const pglite = await openEngine(directory);
const engine = new RawEngine(pglite, (reason) => {
  reply({ kind: 'broken', reason });
  process.exit();
});
const guard = new DiskGuard(() => freeBytes(directory));

port.on('message', async (request: Request) => {
  if (request.kind === 'close') {
    await pglite.close();
    port.close();
    return;
  }
  let answers: Uint8Array<ArrayBuffer>[] = [];
  let millis: number[] = [];
  let since = performance.now();
  const give = () => {
    reply(
      { kind: 'answer', answers, millis },
      answers.map(({ buffer }) => buffer),
    );
    answers = [];
    millis = [];
    since = performance.now();
  };
  for (const execution of request.executions) {
    if (!engine.inTransaction) refuseChangesWithoutRoom();
    const began = performance.now();
    answers.push(engine.execute(execution));
    const ended = performance.now();
    millis.push(ended - began);
    if (ended - since > patienceMillis) give();
  }
  if (answers.length > 0) give();
});
reply({ kind: 'ready' });

function refuseChangesWithoutRoom(): void {
  const change = guard.look();
  if (change === undefined) return;
  engine.set('default_transaction_read_only', change.full ? 'on' : 'off');
  reply({ kind: 'room', ...change });
}
