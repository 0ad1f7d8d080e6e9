import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Functions that commands call by name; arguments and results are plain JSON. */
// biome-ignore lint/suspicious/noExplicitAny: arguments come from our own command, which has the type of each action
export type ControlActions = Record<string, (argument: any) => Promise<unknown>>;

export interface ControlServer {
  close(): Promise<void>;
}

/** Answers one request per line, `{"action":"listKeys","argument":{}}`, with `{"result":…}` or `{"error":"…"}`. */
export async function serveControl(address: string, actions: ControlActions): Promise<ControlServer> {
  rmSync(address, { force: true }); // left by a process that was killed; the data directory's lock says that it is gone
  const server = createServer((socket) => void converse(socket, actions));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  chmodSync(address, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function converse(socket: Socket, actions: ControlActions): Promise<void> {
  socket.on('error', () => socket.destroy());
  for await (const line of createInterface({ input: socket })) {
    socket.end(`${JSON.stringify(await perform(line, actions))}\n`);
    return;
  }
}

async function perform(line: string, actions: ControlActions): Promise<{ result: unknown } | { error: string }> {
  try {
    const { action, argument } = JSON.parse(line) as { action: string; argument: unknown };
    if (!Object.hasOwn(actions, action)) return { error: `This service has no action ${action}.` };
    return { result: (await actions[action]!(argument)) ?? null };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
