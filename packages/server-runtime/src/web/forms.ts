import { joined } from '../bytes.ts';
import { parseMediaType } from '../media-type.ts';
import { boundaryOf, formPart, partsOf } from '../multipart.ts';
import { decodeLeniently, eachPair } from '../query-string.ts';

/** What a route takes of a form. */
export interface FormBounds {
  /** Largest body. */
  bytes: number;
  /** Largest number of fields. */
  fields: number;
  /** Whether it may be `multipart/form-data`, as forms with files are; otherwise it is urlencoded. */
  multipart: boolean;
}

/** Enough for what a person types. */
export const usualForm: FormBounds = { bytes: 16_384, fields: 300, multipart: false };

/** Reasons why a form is not read, with the status of the answer. */
export const formFaults = {
  'not a form': 400,
  'not readable': 400,
  'ended early': 400,
  'wrong token': 403,
  'too large': 413,
  'too many fields': 413,
} as const;

export class FormFault extends Error {
  readonly fault: keyof typeof formFaults;
  readonly status: number;
  readonly bounds: FormBounds;

  constructor(fault: keyof typeof formFaults, bounds: FormBounds) {
    super(`The form is refused: ${fault}`);
    this.fault = fault;
    this.status = formFaults[fault];
    this.bounds = bounds;
  }
}

/**
 * Reads a whole form in time linear in its length. `FormData` and `URLSearchParams` of Node 24 and 26 take quadratic time for
 * many fields: they are counted before any is read.
 * @throws FormFault
 */
export function parseForm(bytes: Uint8Array, contentType: string | null | undefined, bounds: FormBounds): FormData {
  const kind = kindOf(contentType, bounds);
  if (bytes.length > bounds.bytes) throw new FormFault('too large', bounds);
  const form = new FormData();
  if (kind === 'urlencoded') {
    if (hasMoreFields(bytes, bounds.fields)) throw new FormFault('too many fields', bounds);
    eachPair(text.decode(bytes), (name, value) => form.append(name, value), decodeLeniently);
    return form;
  }
  const parts = partsOf(bytes, kind.boundary);
  for (let count = 0, next = parts.next(); ; next = parts.next()) {
    if (next.done) {
      if (next.value) return form;
      throw new FormFault('not readable', bounds);
    }
    if (++count > bounds.fields) throw new FormFault('too many fields', bounds);
    const part = formPart(next.value);
    if (!part) throw new FormFault('not readable', bounds);
    form.append(part.name, part.value);
  }
}

const text = new TextDecoder();

type Kind = 'urlencoded' | { boundary: string };

/** @throws FormFault */
function kindOf(contentType: string | null | undefined, bounds: FormBounds): Kind {
  const type = parseMediaType(contentType ?? '')?.type;
  if (type === 'application/x-www-form-urlencoded') return 'urlencoded';
  if (type !== 'multipart/form-data' || !bounds.multipart) throw new FormFault('not a form', bounds);
  const boundary = boundaryOf(contentType ?? '');
  if (boundary === undefined) throw new FormFault('not readable', bounds);
  return { boundary };
}

const ampersand = 0x26;

function hasMoreFields(bytes: Uint8Array, limit: number): boolean {
  let at = -1;
  for (let count = 0; count < limit; count++) {
    at = bytes.indexOf(ampersand, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** A form that has not been read yet. */
export interface SentForm {
  /** Value of Content-Type. */
  type: string | null | undefined;
  /** Value of Content-Length, if there is one. */
  length: string | null | undefined;
  chunks: AsyncIterable<Uint8Array>;
}

export interface FormReading {
  /** Counts bytes before they are stored; may throw. */
  take(bytes: number): void;
  /** Checks the value of the first field, which must be `token`; the rest is read only if it is right. */
  isToken?(given: string): boolean | Promise<boolean>;
}

/** The token stands in the first bytes. */
const tokenWithin = 4096;

/** Receives a form and reads it. @throws FormFault, or what `take` throws */
export async function readForm(sent: SentForm, bounds: FormBounds, { take, isToken }: FormReading): Promise<FormData> {
  const kind = kindOf(sent.type, bounds);
  const announced = Number(sent.length ?? Number.NaN);
  if (announced > bounds.bytes) throw new FormFault('too large', bounds);
  if (announced >= 0) take(announced);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isRight = isToken === undefined;
  const demandToken = async (hasEnded: boolean) => {
    const token = firstToken(joined(chunks).subarray(0, tokenWithin), kind, hasEnded);
    if (token === undefined && !hasEnded && size < tokenWithin) return;
    if (token === undefined || !(await isToken!(token))) throw new FormFault('wrong token', bounds);
    isRight = true;
  };
  for await (const chunk of complete(sent.chunks, bounds)) {
    size += chunk.length;
    if (size > bounds.bytes) throw new FormFault('too large', bounds);
    if (!(announced >= 0)) take(chunk.length);
    chunks.push(chunk);
    if (!isRight) await demandToken(false);
  }
  if (!isRight) await demandToken(true);
  return parseForm(joined(chunks), sent.type, bounds);
}

async function* complete(chunks: AsyncIterable<Uint8Array>, bounds: FormBounds): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch {
    throw new FormFault('ended early', bounds);
  }
}

/** Returns the token at the beginning of a form, empty if another field is there; `undefined` if the field is not complete. */
function firstToken(bytes: Uint8Array, kind: Kind, hasEnded: boolean): string | undefined {
  if (kind !== 'urlencoded') {
    const { value, done } = partsOf(bytes, kind.boundary).next();
    if (done) return undefined;
    const part = formPart(value);
    return part?.name === 'token' && typeof part.value === 'string' ? part.value : '';
  }
  const end = bytes.indexOf(ampersand);
  if (end < 0 && !hasEnded) return undefined;
  let token = '';
  const take = (name: string, value: string) => {
    if (name === 'token') token = value;
  };
  eachPair(text.decode(end < 0 ? bytes : bytes.subarray(0, end)), take, decodeLeniently);
  return token;
}
