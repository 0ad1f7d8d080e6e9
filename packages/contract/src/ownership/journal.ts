import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { SentRequest } from '../exchange/exchange.ts';
import { InputError } from '../input-error.ts';
import type { Known } from '../preconditions/fill.ts';
import type { Undo } from '../preconditions/preconditions.ts';

/** Identifies the run of a journal. */
export interface RunHeader {
  /** File or URL. */
  description: string;
  target: string;
  seed: string;
}

/** Records created resources on disk before the next request is sent, so that they are known even if the run is killed. */
export interface Journal {
  /** A request is about to be sent that may make something; the function is called when it is known what came of it. */
  sending(about: string, request: SentRequest): (status: number) => void;
  made(kind: string, path: string): void;
  gone(path: string): void;
  /** Records how a declared object that was created for a purpose is deleted. */
  undoable(purpose: string, undo: readonly Undo[], known: Known): void;
  /** All is told elsewhere: the file is not needed any more. */
  discard(): void;
}

type Line =
  | { run: RunHeader }
  | { sent: string; about: string; method: string; path: string; body: string }
  | { answered: string; status: number }
  | { made: string; kind: string }
  | { gone: string }
  | { purpose: string; undo: readonly Undo[]; known: Known };

const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'DELETE']);
const LONGEST_BODY = 300;

export function openJournal(file: string, run: RunHeader): Journal {
  let isNew = true;
  const write = (line: Line) => {
    const text = [...(isNew ? [{ run }] : []), line].map((each: Line) => `${JSON.stringify(each)}\n`).join('');
    // What services answer may hold secrets.
    writeFileSync(file, text, { mode: 0o600, flag: isNew ? 'w' : 'a' });
    isNew = false;
  };
  return {
    sending(about, { method, url, body }) {
      if (READING.has(method)) return () => {};
      const id = randomUUID().slice(0, 8);
      const text = Buffer.from(body.subarray(0, LONGEST_BODY)).toString();
      write({ sent: id, about, method, path: new URL(url).pathname, body: text });
      return (status) => write({ answered: id, status });
    },
    made: (kind, path) => write({ made: path, kind }),
    gone: (path) => write({ gone: path }),
    undoable: (purpose, undo, known) => write({ purpose, undo, known }),
    discard: () => rmSync(file, { force: true }),
  };
}

/** Resources that a run created and had not deleted when it ended. */
export interface Remains {
  run: RunHeader;
  /** Paths below the base address, the last first. */
  things: { kind: string; path: string }[];
  /** The last first. */
  undos: { purpose: string; undo: readonly Undo[]; known: Known }[];
  /** Requests whose answer nobody has seen: each may have made something. */
  unanswered: { method: string; path: string; body: string }[];
}

/** @throws InputError when there is no such file, or it is no journal */
export function readJournal(file: string): Remains {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new InputError(`There is no journal ${file}.`);
  const [head, ...lines] = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Line[] => parsed(line));
  if (head === undefined || !('run' in head)) throw new InputError(`${file} is no journal of verify`);
  const things = new Map<string, { kind: string; path: string }>();
  const undos: Remains['undos'] = [];
  const waiting = new Map<string, { method: string; path: string; body: string }>();
  for (const line of lines) {
    if ('sent' in line) waiting.set(line.sent, { method: line.method, path: line.path, body: line.body });
    else if ('answered' in line) waiting.delete(line.answered);
    else if ('made' in line) things.set(line.made, { kind: line.kind, path: line.made });
    else if ('gone' in line) things.delete(line.gone);
    else if ('purpose' in line) undos.push(line);
  }
  return {
    run: head.run,
    things: [...things.values()].reverse(),
    undos: undos.reverse(),
    unanswered: [...waiting.values()],
  };
}

/** The last line may have been cut in two. */
function parsed(line: string): Line[] {
  try {
    return line === '' ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}
