import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpack } from './unpack.ts';

const text = Buffer.from('<a>ü</a>');
const MOST = 1_000;

test.each<[string, string, Uint8Array, string | undefined]>([
  ['none', '', text, '<a>ü</a>'],
  ['identity', 'identity', text, '<a>ü</a>'],
  ['gzip', 'GZIP', gzipSync(text), '<a>ü</a>'],
  ['deflate', 'deflate', deflateSync(text), '<a>ü</a>'],
  ['deflate without a frame', 'deflate', deflateRawSync(text), '<a>ü</a>'],
  ['br', 'br', brotliCompressSync(text), '<a>ü</a>'],
  ['two, the last first', 'gzip, br', brotliCompressSync(gzipSync(text)), '<a>ü</a>'],
  ['nothing in gzip', 'gzip', new Uint8Array(), ''],
  ['no gzip', 'gzip', text, undefined],
  ['cut off', 'gzip', gzipSync(text).subarray(0, 12), undefined],
  ['another coding', 'compress', text, undefined],
  ['longer than allowed', 'gzip', gzipSync(Buffer.alloc(MOST + 1)), undefined],
  ['longer than allowed, in deflate', 'deflate', deflateSync(Buffer.alloc(MOST + 1)), undefined],
])('%s', (_, coding, body, wanted) => {
  const unpacked = unpack([['Content-Encoding', coding]], body, MOST);
  expect(unpacked && Buffer.from(unpacked).toString()).toBe(wanted);
});
