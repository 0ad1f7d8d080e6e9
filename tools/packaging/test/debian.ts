import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { root } from '../../pack/src/workspaces.ts';

/** Returns why a test cannot run here; `undefined` if it can. Programs are those of the Debian packages that .ci/run installs. */
export function missing(...programs: string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may do this';
  const absent = programs.find((program) => spawnSync('which', [program]).status !== 0);
  return absent && `${absent} is not installed, see .ci/run`;
}

/** A bare Debian with systemd and the libraries that the package names, made once by debootstrap. */
export function bareDebian(): string {
  const directory = join(root, 'node_modules/.cache/debian');
  if (existsSync(directory)) return directory;
  mkdirSync(join(directory, '..'), { recursive: true });
  const packages = 'systemd,systemd-sysv,dbus,curl,ca-certificates,libatomic1,libstdc++6,init-system-helpers';
  const half = `${directory}.half`;
  rmSync(half, { recursive: true, force: true });
  execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', half], { stdio: 'pipe' });
  renameSync(half, directory);
  return directory;
}

/** A Debian that runs systemd in namespaces of its own, without a network. */
export interface Machine {
  /** Its root directory. */
  directory: string;
  /** Runs a command of the shell; its standard output. @throws Error with both outputs if it fails */
  run(command: string): string;
  /** Process whose namespaces are those of the machine. */
  leader(): string;
  stop(): Promise<void>;
}

export async function startMachine(): Promise<Machine> {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-debian-'));
  cpSync(bareDebian(), directory, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  chmodSync(directory, 0o755);
  const options = ['--quiet', '--register=no', '--keep-unit', '--private-network', '--boot', '--directory', directory];
  const nspawn = spawn('systemd-nspawn', options, { stdio: 'ignore', detached: true });
  const ended = once(nspawn, 'exit');
  const children = `/proc/${nspawn.pid}/task/${nspawn.pid}/children`;
  const leader = () => readFileSync(children, 'utf8').trim();
  const run = (command: string) => {
    const { status, stdout, stderr } = spawnSync('nsenter', ['-t', leader(), '-a', 'sh', '-c', command], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command}: ${status}\n${stdout}\n${stderr}`);
    return stdout;
  };
  const isUp = () => {
    try {
      return run('systemctl is-system-running || true').includes('running');
    } catch {
      return false;
    }
  };
  while (!isUp()) {
    if (nspawn.exitCode !== null) throw new Error(`systemd-nspawn ended with ${nspawn.exitCode}`);
    await setTimeout(200);
  }
  return {
    directory,
    run,
    leader,
    async stop() {
      nspawn.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
