import { sayIn } from '../words.ts';
import type { Fault } from './entrance.ts';

/** A body that cannot be read as a form. */
export class BodyFault extends Error {
  readonly status: number;
  readonly describe: Fault;

  constructor(status: number, describe: Fault) {
    super(describe(sayIn('en')));
    this.status = status;
    this.describe = describe;
  }
}

/** Reads a form, urlencoded or multipart. @throws BodyFault 413 if it is longer than `limit` bytes, 400 if it is no form */
export async function readForm(request: Request, limit: number): Promise<FormData> {
  const bytes = await readBytes(request, limit);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(bytes, { headers }).formData().catch(() => {
    throw new BodyFault(400, (say) => say('The body of the request is not a form.'));
  });
}

async function readBytes(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > limit)
        throw new BodyFault(413, (say) => say('The form is larger than {limit, number} bytes.', { limit }));
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof BodyFault ? error : new BodyFault(400, (say) => say('The request ended early.'));
  }
  return new Uint8Array(Buffer.concat(chunks));
}
