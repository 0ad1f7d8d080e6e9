/** Messages between the main thread and the database thread. Buffers are transferred. */
export type Request = { kind: 'execute'; executions: Uint8Array<ArrayBuffer>[] } | { kind: 'close' };

export type Reply =
  | { kind: 'ready' }
  /** Answers come in the order of the executions, with the milliseconds that each took in the database. */
  | { kind: 'answer'; answers: Uint8Array<ArrayBuffer>[]; millis: number[] }
  /** The disk became nearly full, or has room again; the line is for the operator's log. */
  | { kind: 'room'; full: boolean; line: string }
  /** The engine cannot go on; the thread ends. */
  | { kind: 'broken'; reason: string };

export interface WorkerData {
  /** PostgreSQL's own data directory. */
  directory: string;
}
