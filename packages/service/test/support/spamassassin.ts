import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface SpamAssassin {
  host: string;
  port: number;
  close(): Promise<void>;
}

const program = 'spamd';

/** Whether SpamAssassin's daemon is installed (Debian packages spamassassin and spamd). */
export const hasSpamAssassin = spawnSync(program, ['--version'], { timeout: 20_000 }).status === 0;

/** A daemon of its own, with the rules of the installation and without the network. */
export async function startSpamAssassin(): Promise<SpamAssassin> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-spamd-'));
  const port = await freePort();
  const flags = [
    '--local',
    '--nouser-config',
    '--max-children=1',
    `--listen=127.0.0.1:${port}`,
    `--helper-home-dir=${directory}`,
  ];
  const daemon = spawn(program, [...flags, '--syslog=stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  await listening(daemon);
  return {
    host: '127.0.0.1',
    port,
    async close() {
      daemon.kill();
      if (daemon.exitCode === null) await once(daemon, 'exit');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Resolves when the daemon says that it takes connections. */
function listening(daemon: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    daemon.stderr!.on('data', (chunk) => {
      said += chunk;
      if (said.includes('server started on')) resolve();
    });
    daemon.once('exit', () => reject(new Error(`spamd ended: ${said}`)));
  });
}
