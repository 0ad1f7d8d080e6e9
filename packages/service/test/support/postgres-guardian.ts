import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type Binaries, findBinaries } from './postgres-binaries.ts';

/**
 * A process of its own that runs one throw-away PostgreSQL for as long as its standard input is open. So the server
 * goes away with the tests however they end: closed, failed, interrupted or killed.
 * Writes one line of JSON: `{"url": …}`, or `{"error": …}`; and one more after each line that it reads, for which it
 * restarts the server.
 */
const scratch = mkdtempSync(join(tmpdir(), 'mailwright-postgres-'));
/** Where the data are: a directory that is removed at the end too, with all that others have put there. */
const room = process.argv[2] ?? scratch;
let server: ChildProcess | undefined;
let running: { binaries: Binaries; directory: string; port: number } | undefined;

process.stdin.on('close', stop);
process.on('SIGINT', stop).on('SIGTERM', stop);
try {
  console.log(JSON.stringify({ url: await start() }));
} catch (error) {
  console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  await stop();
}
for await (const _ of createInterface(process.stdin)) {
  await halt();
  const error = await serve(running!.binaries, running!.directory, running!.port);
  console.log(JSON.stringify({ error }));
}

async function start(): Promise<string> {
  for (const path of [scratch, room]) chmodSync(path, 0o755);
  const binaries = await findBinaries(scratch);
  const password = randomBytes(16).toString('hex');
  const directory = join(room, 'data');
  initialise(binaries, directory, password);
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const failure = await serve(binaries, directory, port);
    running = { binaries, directory, port };
    if (failure === undefined) return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    // Somebody else may have taken the port in between.
    if (attempt === 5) throw new Error(`PostgreSQL does not start: ${failure}`);
  }
}

function initialise({ initdb, user }: Binaries, directory: string, password: string): void {
  const passwordFile = join(scratch, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(directory, { mode: 0o700 });
  if (user) for (const path of [passwordFile, directory]) chownSync(path, user.uid, user.gid);
  const { status, stderr, error } = spawnSync(
    initdb,
    [
      `--pgdata=${directory}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    { ...user, cwd: '/', encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`);
}

/** Undefined when the server takes connections, else what it said. */
async function serve({ postgres, user }: Binaries, directory: string, port: number): Promise<string | undefined> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // Nobody needs what these databases hold once the run is over, and each of them lives for seconds.
    ...{ fsync: 'off', full_page_writes: 'off', autovacuum: 'off' },
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // Detached: an interrupt from the terminal must reach the guardian alone.
  server = spawn(postgres, ['-D', directory, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  for await (const line of createInterface(server.stderr!)) {
    if (line.includes('database system is ready to accept connections')) {
      server.stderr!.resume();
      return undefined;
    }
    said += `${line}\n`;
  }
  return said;
}

async function stop(): Promise<void> {
  await halt();
  for (const path of [scratch, room]) await remove(path);
  process.exit();
}

/** As often as it takes: processes of tests that end at the same time still write there what they have compiled. */
async function remove(path: string): Promise<void> {
  for (let attempt = 1; existsSync(path); attempt++) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (attempt === 600) throw error;
    }
    if (existsSync(path)) await setTimeout(100);
  }
}

async function halt(): Promise<void> {
  if (server && server.exitCode === null && server.signalCode === null) {
    server.kill('SIGINT'); // PostgreSQL's fast shutdown
    await once(server, 'exit');
  }
}
