import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { findBinaries } from './postgres-binaries.ts';

export interface Replica {
  url: string;
  stop(): Promise<void>;
}

/** A streaming replica, on this machine, of a PostgreSQL server of `startPostgres`: its files are copied in a backup. */
export async function startReplica(primary: string): Promise<Replica> {
  const scratch = mkdtempSync(join(tmpdir(), 'mailwright-replica-'));
  const { postgres, user } = await findBinaries(scratch);
  const directory = join(scratch, 'data');
  const db = new pg.Client(primary);
  await db.connect();
  const { rows } = await db.query<{ data_directory: string }>('show data_directory');
  // A standby does not start with less than its primary has.
  const [most] = (await db.query<{ max_connections: string }>('show max_connections')).rows;
  await db.query("select pg_backup_start('replica', true)");
  cpSync(rows[0]!.data_directory, directory, {
    recursive: true,
    filter: (path) => !path.endsWith('postmaster.pid'),
  });
  const stopped = await db.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await db.end();
  const { hostname, port: primaryPort, username, password } = new URL(primary);
  const place = `host=${hostname} port=${primaryPort} user=${username} password=${password}`;
  writeFileSync(join(directory, 'backup_label'), stopped.rows[0]!.labelfile);
  writeFileSync(join(directory, 'standby.signal'), '');
  writeFileSync(join(directory, 'postgresql.auto.conf'), `primary_conninfo = '${place}'\n`);
  chmodSync(directory, 0o700);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, scratch]);

  const port = await freePort();
  const settings = {
    ...{ listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', hot_standby: 'on' },
    ...most,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const stdio = ['ignore', 'ignore', 'pipe'] as const;
  const server = spawn(postgres, ['-D', directory, '-p', String(port), ...flags], {
    ...user,
    cwd: '/',
    stdio: [...stdio],
  });
  const stop = async () => {
    const ended = once(server, 'exit');
    if (server.exitCode === null && server.kill('SIGINT')) await ended;
    rmSync(scratch, { recursive: true, force: true });
  };
  process.once('exit', () => server.kill('SIGQUIT'));
  let said = '';
  for await (const line of createInterface(server.stderr!)) {
    said += `${line}\n`;
    if (!line.includes('database system is ready to accept read-only connections')) continue;
    server.stderr!.resume();
    const url = new URL(primary);
    url.port = String(port);
    return { url: url.href, stop };
  }
  throw new Error(`The replica does not start: ${said}`);
}
