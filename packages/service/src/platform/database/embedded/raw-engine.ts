import type { PGlite } from '@electric-sql/pglite';
import { serialize } from 'pg-protocol';
import { joinBytes, readAnswer } from '../protocol.ts';

/** The parts of PGlite's compiled module that are needed to notice its end. */
interface Module {
  _PostgresMainLoopOnce(): void;
}

/** Status of the exception by which PostgreSQL gets back to its main loop after an error. */
const longJump = 100;
const idle = 'I'.charCodeAt(0);

/**
 * PostgreSQL inside of PGlite, spoken to in its wire protocol. PGlite takes every exception of the compiled code for the
 * end of a statement and goes on, for ever if need be; but after any other than PostgreSQL's own long jump (a PANIC, a
 * trap, a full disk under its log) nobody can trust the engine. It leans on internals: the version of PGlite is pinned.
 */
export class RawEngine {
  /** A transaction is open, sound or failed. */
  inTransaction = false;
  #pglite: PGlite;
  #broken: (reason: string) => never;
  #said: Uint8Array[] = [];

  /** @param broken ends the thread; PostgreSQL's log repairs the files at the next start */
  constructor(pglite: PGlite, broken: (reason: string) => never) {
    this.#pglite = pglite;
    this.#broken = broken;
    const module = pglite.Module as unknown as Module;
    const once = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        once();
      } catch (error) {
        if ((error as { status?: number }).status !== longJump) this.#end(error);
        throw error;
      }
    };
  }

  /** Runs messages of the frontend that end with a Sync, and gives the messages of the backend. */
  execute(messages: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#said = [];
    const onRawData = (bytes: Uint8Array) => this.#said.push(bytes.slice());
    // It computes before it returns; what it promises is the end of a synchronization that this file system has not.
    this.#pglite.execProtocolRawStream(messages, { syncToFs: false, onRawData }).catch((error) => this.#end(error));
    const answer = joinBytes(this.#said);
    this.inTransaction = answer.at(-1) !== idle;
    return answer;
  }

  set(name: string, value: string): void {
    this.execute(serialize.query(`set ${name} = ${value}`));
  }

  #end(error: unknown): never {
    const last = readAnswer(joinBytes(this.#said)).error;
    return this.#broken(last?.message ?? (error instanceof Error ? error.message : String(error)));
  }
}
