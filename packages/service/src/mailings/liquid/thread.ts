import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { TemplateError } from '../personalisation/template-error.ts';
import type { Answers, LiquidReply, LiquidRequest } from './messages.ts';

/** Milliseconds for a template that is read, compiled or rendered for the first time; code is slow then. */
const firstMillis = 5000;
/** Milliseconds for one mail. */
const mailMillis = 50;
const maxCompiled = 50;
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** A template of which the thread says what is wrong with it. */
export class TemplateFault extends Error {
  readonly index: number;

  constructor(message: string, index: number) {
    super(message);
    this.index = index;
  }
}

/** TextSources that belong together, such as the contents of a mailing. */
export interface TextSources {
  /** Differs from that of all others. */
  key: string;
  sources: string[];
}

type Waiting = { resolve(answer: never): void; reject(error: Error): void };

/**
 * The main thread's side of the thread in which templates of other people run. It is asked one thing at a time; a thread
 * that does not answer in time, or runs out of memory, is ended, and the next question starts another one.
 */
export class LiquidThread {
  #worker: Promise<Worker> | undefined;
  #oneAtATime = pLimit(1);
  #waiting: Waiting | undefined;
  /** What the thread has compiled, the oldest first; and whether it has rendered it. */
  #compiled = new Map<string, { rendered: boolean }>();

  /** @throws TemplateFault for markup without an end */
  read(templates: string[]): Promise<Answers['read']> {
    return this.#oneAtATime(() => this.#ask({ kind: 'read', templates }, firstMillis));
  }

  /** @throws TemplateFault for what LiquidJS cannot parse */
  compile(sources: TextSources): Promise<Answers['compile']> {
    return this.#oneAtATime(() => this.#compile(sources));
  }

  /** The sources filled with values. @throws TemplateFault, or TemplateError when they take too long */
  render(sources: TextSources, values: object): Promise<string[]> {
    return this.#oneAtATime(async () => {
      if (!this.#compiled.has(sources.key)) await this.#compile(sources);
      const state = this.#compiled.get(sources.key)!;
      const millis = state.rendered ? mailMillis : firstMillis;
      const texts = await this.#ask({ kind: 'render', key: sources.key, values, millis }, millis);
      state.rendered = true;
      return texts;
    });
  }

  async #compile({ key, sources }: TextSources): Promise<Answers['compile']> {
    const variables = await this.#ask({ kind: 'compile', key, sources }, firstMillis);
    this.#compiled.set(key, { rendered: false });
    if (this.#compiled.size > maxCompiled) {
      const oldest = this.#compiled.keys().next().value!;
      this.#compiled.delete(oldest);
      await this.#ask({ kind: 'forget', key: oldest }, firstMillis);
    }
    return variables;
  }

  async #ask<Kind extends LiquidRequest['kind']>(
    request: Extract<LiquidRequest, { kind: Kind }>,
    millis: number,
  ): Promise<Answers[Kind]> {
    this.#worker ??= this.#start();
    const worker = await this.#worker;
    const answer = new Promise<Answers[Kind]>((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
    // A main thread that was busy itself looks for the answer once more before it gives up.
    const timer = setTimeout(() => setImmediate(() => this.#end(worker, tooLong(millis))), millis);
    worker.ref();
    worker.postMessage(request);
    return answer.finally(() => {
      clearTimeout(timer);
      worker.unref();
    });
  }

  #start(): Promise<Worker> {
    // TextSources run as .ts, the package as .js: the worker lies beside this file under the same extension.
    const file = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(file, { resourceLimits, execArgv: [], env: {} });
    return new Promise((resolve, reject) => {
      worker.on('message', (reply: LiquidReply) => {
        if ('ready' in reply) return resolve(worker);
        const waiting = this.#waiting;
        this.#waiting = undefined;
        if ('answer' in reply) waiting?.resolve(reply.answer as never);
        else waiting?.reject(new TemplateFault(reply.fault, reply.index));
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        reject(error);
        const tooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        this.#end(worker, tooMuch ? new TemplateError('Rendering takes too much memory.') : error);
      });
    });
  }

  #end(worker: Worker, reason: Error): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    this.#worker = undefined;
    this.#compiled.clear();
    waiting.reject(reason);
    void worker.terminate();
  }
}

const tooLong = (millis: number) => new TemplateError(`Rendering takes more than ${millis} ms.`);
