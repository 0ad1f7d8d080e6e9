import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { DurableNodeFS } from '../embedded/durable-fs.ts';
import { openEngine } from '../embedded/engine.ts';

/** The parts of PGlite's compiled module by which PostgreSQL calls `system`. */
interface Module {
  _pgl_set_system_fn(pointer: number): void;
  addFunction(call: (command: number) => number, signature: string): number;
}

/** As `wait` tells the end of a command with status 1. */
const failed = 1 << 8;

/**
 * Files of a database that is recovered. PostgreSQL asks its `restore_command` for each piece of the log before it looks into
 * its own directory, where all are. PGlite answers for commands with the number of a signal, which ends the recovery.
 */
class RecoveringFS extends DurableNodeFS {
  override async init(...[pg, options]: Parameters<DurableNodeFS['init']>): ReturnType<DurableNodeFS['init']> {
    const result = await super.init(pg as PGlite, options);
    const preRun = result.emscriptenOpts.preRun as ((module: Module) => void)[];
    preRun.push((module) => {
      const set = module._pgl_set_system_fn;
      module._pgl_set_system_fn = () => set(module.addFunction(() => failed, 'pi'));
    });
    return result;
  }
}

/**
 * Replays the log of a restored backup up to a time, and begins a new timeline (PostgreSQL's point-in-time recovery).
 * @param directory PostgreSQL's own directory, not opened since it was restored
 */
export async function recoverUntil(directory: string, until: Date): Promise<void> {
  await writeFile(join(directory, 'recovery.signal'), '', { mode: 0o600 });
  const settings = {
    restore_command: 'false',
    // PostgreSQL knows no abbreviations of time zones yet when it reads its command line.
    recovery_target_time: until.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    hot_standby: 'off',
  };
  const engine = await openEngine(directory, { settings, files: new RecoveringFS(directory) });
  await engine.close();
}
