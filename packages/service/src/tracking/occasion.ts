/** A mailing as people try it: this version of its contents, or one part of them. */
export interface Trial {
  kind: 'trial';
  purpose: 'test' | 'approval';
  /** UUID of the start. */
  run: string;
  contentVersion: number;
  only?: 'html' | 'text' | undefined;
}

/** Reason for which a contact gets a mail. A contact gets a mailing once for each occasion. */
export type Occasion =
  /** The sendout of a regular mailing. */
  | { kind: 'sendout' }
  /** `key` is the id that clients know. */
  | { kind: 'transaction'; key: string }
  /** A run of a trigger mailing to many contacts. */
  | { kind: 'run'; plannedAt: Date }
  /** An answered request for a double opt-in. */
  | { kind: 'confirmation'; requestId: number }
  /** A step of an automation program, by its index; `taken` counts the steps of the run. Older mails do not name the step. */
  | { kind: 'step'; programId: number; runId: number; taken: number; step?: number }
  /** A request for a double opt-in. */
  | { kind: 'opt-in'; requestId: number }
  /** A mail that a program sends in one call. */
  | { kind: 'transactional'; mailId: string }
  | Trial;

type Uuid = ReturnType<typeof crypto.randomUUID>;

/** Stored form of an occasion, which is part of the key of a mail; the parts are those of `Occasion`, in this order. */
export type OccasionKey =
  | ''
  | Uuid
  | `run:${string}`
  | `doi:${number}`
  | `program:${string}`
  | `opt-in:${number}`
  | `mail:${string}`
  | `${Trial['purpose']}:${string}`;

/** Formats the stored form. */
export function formatOccasion(occasion: Occasion): OccasionKey {
  switch (occasion.kind) {
    case 'sendout':
      return '';
    case 'transaction':
      return occasion.key as Uuid;
    case 'run':
      return `run:${occasion.plannedAt.toISOString()}`;
    case 'confirmation':
      return `doi:${occasion.requestId}`;
    case 'step':
      return `program:${occasion.programId}:${occasion.runId}:${occasion.taken}${occasion.step === undefined ? '' : `:${occasion.step}`}`;
    case 'opt-in':
      return `opt-in:${occasion.requestId}`;
    case 'transactional':
      return `mail:${occasion.mailId}`;
    case 'trial':
      return `${occasion.purpose}:${occasion.run}:${occasion.contentVersion}${occasion.only ? `:${occasion.only}` : ''}`;
  }
}

/** Pattern of LIKE for the stored forms of transactional mails. */
export const transactionalOccasions = 'mail:%';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses a stored form. Returns `undefined` for other texts. */
export function parseOccasion(text: string): Occasion | undefined {
  if (text === '') return { kind: 'sendout' };
  if (uuid.test(text)) return { kind: 'transaction', key: text };
  const colon = text.indexOf(':');
  const rest = text.slice(colon + 1);
  const parts = rest.split(':');
  switch (text.slice(0, Math.max(0, colon))) {
    case 'run':
      return { kind: 'run', plannedAt: new Date(rest) };
    case 'doi':
      return { kind: 'confirmation', requestId: Number(rest) };
    case 'program': {
      const [programId, runId, taken, step] = parts.map(Number) as [number, number, number, number?];
      return { kind: 'step', programId, runId, taken, ...(step !== undefined && { step }) };
    }
    case 'opt-in':
      return { kind: 'opt-in', requestId: Number(rest) };
    case 'mail':
      return { kind: 'transactional', mailId: rest };
    case 'test':
      return parseTrial('test', parts);
    case 'approval':
      return parseTrial('approval', parts);
    default:
      return undefined;
  }
}

function parseTrial(purpose: Trial['purpose'], [run, version, only]: string[]): Trial {
  const trial: Trial = { kind: 'trial', purpose, run: run!, contentVersion: Number(version) };
  return only === 'html' || only === 'text' ? { ...trial, only } : trial;
}
