import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncDirectory } from '../../files/sync.ts';

/** The parts of emscripten's module that the hook needs. */
interface Stream {
  /** Descriptor of the host; directories have none. */
  nfd?: number;
  node: unknown;
}
interface Module {
  NODEFS: { stream_ops: { fsync?: (stream: Stream) => number }; realPath(node: unknown): string };
}

/**
 * The host's file system with a real fsync. PGlite's own leaves it out, so that not even a commit is safe from a power
 * cut. It needs `fsync=on` and `wal_sync_method=fsync` (emscripten's fdatasync does nothing), and leans on internals of
 * PGlite: its version is pinned, and a test counts the calls.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const result = await super.init(pg as PGlite, options);
    const preRun = result.emscriptenOpts.preRun as ((module: Module) => void)[];
    preRun.push((module) => {
      module.NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncDirectory(module.NODEFS.realPath(stream.node));
        else fs.fsyncSync(stream.nfd);
        return 0;
      };
    });
    return result;
  }
}
