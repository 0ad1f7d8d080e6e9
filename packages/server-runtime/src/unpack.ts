import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ApiError, badRequest } from './api-error.ts';
import { header, type RawRequest } from './raw.ts';
import { show } from './text.ts';
import { tooLarge } from './too-large.ts';

const unzip = promisify(gunzip);

/** Whether a body is packed. @throws ApiError 415 for another coding than gzip (RFC 9110 section 8.4) */
export function isPacked(request: RawRequest): boolean {
  const coding = header(request, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return false;
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  throw new ApiError(415, `Content-Encoding must be gzip or identity but was ${show(coding)}`, {
    headers: [['accept-encoding', 'gzip']],
  });
}

/** @throws ApiError 400 for what is no gzip, 413 where it unpacks to more than `limit` bytes */
export async function unpack(bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  try {
    return await unzip(bytes, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit);
    throw badRequest('body must be gzip, as its Content-Encoding says');
  }
}
