import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';

/** Asks the service that runs on a data directory to do something. */
export async function askControl(address: string, action: string, argument: unknown): Promise<unknown> {
  const socket = createConnection(address);
  socket.write(`${JSON.stringify({ action, argument })}\n`);
  const answer = JSON.parse(await text(socket)) as { result: unknown } | { error: string };
  if ('error' in answer) throw new Error(answer.error);
  return answer.result;
}

/** Reports whether a service listens there. */
export function isAnswering(address: string): Promise<boolean> {
  const socket = createConnection(address);
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).then((found) => {
    socket.destroy();
    return found as boolean;
  });
}
