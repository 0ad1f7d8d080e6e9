import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { unprivilegedUser } from './postgres-binaries.ts';

export interface PgBouncer {
  /** The database that was asked for, by way of the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode in front of a database, from this machine or from its Debian packages; else why not. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer | string> {
  const scratch = mkdtempSync(join(tmpdir(), 'mailwright-pgbouncer-'));
  chmodSync(scratch, 0o755);
  const remove = () => rmSync(scratch, { recursive: true, force: true });
  let program: Program;
  try {
    program = findProgram(scratch);
  } catch (error) {
    remove();
    return `There is no PgBouncer here: ${(error as Error).message.trim()}`;
  }
  const url = new URL(databaseUrl);
  const { hostname, port, username, password } = url;
  url.port = String(await freePort());
  const users = join(scratch, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: url.port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: 3,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const config = join(scratch, 'pgbouncer.ini');
  writeFileSync(config, `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const child = spawn(program.path, [config], {
    ...unprivilegedUser(),
    env: program.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = await untilUp(child);
  const stop = async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
    remove();
  };
  if (said === undefined) return { url: url.href, stop };
  await stop();
  return `PgBouncer does not start here: ${said}`;
}

interface Program {
  path: string;
  env: NodeJS.ProcessEnv;
}

const installed = '/usr/sbin/pgbouncer';

function findProgram(scratch: string): Program {
  if (existsSync(installed)) return { path: installed, env: process.env };
  execFileSync('apt-get', ['download', 'pgbouncer', 'libc-ares2'], { cwd: scratch, stdio: 'pipe' });
  const root = join(scratch, 'root');
  mkdirSync(root);
  for (const name of readdirSync(scratch)) {
    if (name.endsWith('.deb')) execFileSync('dpkg-deb', ['-x', join(scratch, name), root], { stdio: 'pipe' });
  }
  const [libraries] = readdirSync(join(root, 'usr/lib')).filter((name) => name.includes('linux'));
  const env = { ...process.env, LD_LIBRARY_PATH: join(root, 'usr/lib', libraries!) };
  const path = join(root, 'usr/sbin/pgbouncer');
  execFileSync(path, ['--version'], { env, stdio: 'pipe' });
  return { path, env };
}

/** Undefined when it takes connections, else what it said. */
async function untilUp(child: ChildProcess): Promise<string | undefined> {
  let said = '';
  for await (const line of createInterface(child.stderr!)) {
    if (line.includes('process up')) {
      child.stderr!.resume();
      return undefined;
    }
    said += `${line}\n`;
  }
  return said;
}
