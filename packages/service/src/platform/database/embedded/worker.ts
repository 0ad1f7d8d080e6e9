import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import { type Reply, type Request, statementError, type TextResult, type WorkerData } from './messages.ts';

/**
 * The database thread. PGlite computes on the thread that calls it and would starve the event loop of the service, so
 * it gets one of its own. Every request is answered under its id.
 */
const engine = await openEngine((workerData as WorkerData).directory);
const port = parentPort!;
const reply = (message: Reply) => port.postMessage(message);

port.on('message', async (request: Request) => {
  if (request.kind === 'close') {
    await engine.close();
    reply({ id: request.id, kind: 'closed' });
    port.close();
    return;
  }
  try {
    reply({ id: request.id, kind: 'result', result: await run(request.sql, request.parameters) });
  } catch (error) {
    const fields = statementError(error);
    // Anything but the failure of a statement (a crash of the WebAssembly instance, a PANIC) leaves an engine that
    // nobody can trust: the error ends this thread, and the log of PostgreSQL repairs the files at the next start.
    if (fields === undefined) throw error;
    reply({ id: request.id, kind: 'error', error: fields });
  }
});
reply({ kind: 'ready' });

async function run(sql: string, parameters: (string | null)[]): Promise<TextResult> {
  const result = await engine.query<(string | null)[]>(sql, parameters, { rowMode: 'array' });
  const { command = '', rowCount = 0 } = result as { command?: string; rowCount?: number };
  return { command, rowCount, fields: result.fields, rows: result.rows };
}
