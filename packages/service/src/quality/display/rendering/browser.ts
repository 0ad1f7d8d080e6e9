import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { connectDevTools, type DevTools } from './devtools.ts';

/** Start, loading, and all widths together. */
const longestMillis = 45_000;

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  // What a page loads is loaded by the service; the browser itself reaches nobody, not even a resolver.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--mute-audio',
  '--hide-scrollbars',
];

/**
 * Starts a headless Chromium in a directory of its own for one piece of work; afterwards both are gone, with all processes
 * that it has started. It gets nothing of the service's environment.
 * @throws Error when it cannot be started, ends, or takes longer than 45 seconds
 */
export async function withBrowser<Result>(path: string, work: (browser: DevTools) => Promise<Result>): Promise<Result> {
  // A short name: Chromium ends if the path of its socket has more than 107 bytes.
  const home = await mkdtemp(join(tmpdir(), 'chromium-'));
  // Chromium refuses its sandbox to the superuser.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(path, [...flags, ...sandbox, `--user-data-dir=${join(home, 'profile')}`, 'about:blank'], {
    cwd: home,
    env: { HOME: home, TMPDIR: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`it cannot be started: ${error.message}`)));
    child.once('exit', (code, signal) => reject(new Error(`it ended with ${signal ?? code}`)));
    timer = setTimeout(() => reject(new Error(`no result after ${longestMillis / 1000} seconds`)), longestMillis);
  });
  ended.catch(() => {});
  try {
    const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
    return await Promise.race([work(connectDevTools(input, output, ended)), ended]);
  } finally {
    clearTimeout(timer);
    endGroup(child.pid);
    await exited;
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Ends the child and its own children: they are one process group. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of them have ended.
  }
}
