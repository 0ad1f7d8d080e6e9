import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compilePlans, emitCodecs, type OpenApiDocument } from '../../../tools/codegen/src/codec/index.ts';

/** `MAILWRIGHT_LIST_MB=1000 npx vitest run packages/xml-codec/test/stream-memory.test.ts` reads a gigabyte. */
const megabytes = Number(process.env.MAILWRIGHT_LIST_MB ?? 60);

const field = { type: 'object', properties: { name: { type: 'string' }, value: { type: 'string' } } };
const Contact = {
  type: 'object',
  xml: { name: 'contact' },
  properties: {
    id: { type: 'integer' },
    email: { type: 'string' },
    fields: { type: 'array', xml: { wrapped: true }, items: { ...field, xml: { name: 'field' } } },
  },
};

/** Within the package, so that the codec finds its runtime. */
let folder: string;
beforeAll(async () => {
  const generated = path.join(import.meta.dirname, '../generated');
  await mkdir(generated, { recursive: true });
  folder = await mkdtemp(path.join(generated, 'memory-'));
  await mkdir(path.join(folder, 'codecs'));
  const plans = compilePlans({ openapi: '3.1.0', components: { schemas: { Contact } } } as OpenApiDocument, [
    'Contact',
  ]);
  for (const [file, text] of emitCodecs(plans, { header: '// Test' })) await writeFile(path.join(folder, file), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function read(length: number) {
  const program = path.join(import.meta.dirname, 'support/long-list.ts');
  const codec = path.join(folder, 'codecs/Contact.ts');
  // Of garbage that V8 would rather keep for later it keeps little: more than that is what the reader holds on to.
  const flags = ['--max-semi-space-size=2', '--max-old-space-size=48'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, String(length), codec]);
  return JSON.parse(stdout) as { made: number; read: number; megabytes: number; seconds: number; memory: number };
}

test(
  `a list of ${megabytes} MB is read in memory that one of 1 MB takes, and little more`,
  async () => {
    const short = await read(1);
    const long = await read(megabytes);
    console.log(
      `${long.megabytes.toFixed()} MB in ${long.seconds.toFixed(1)} s and ${long.memory.toFixed()} MB; 1 MB: ${short.memory.toFixed()} MB`,
    );
    expect(long.read).toBe(long.made);
    expect(long.megabytes).toBeGreaterThanOrEqual(megabytes);
    expect(long.memory - short.memory).toBeLessThan(20);
    expect(long.memory).toBeLessThan(100);
  },
  30_000 + megabytes * 500,
);
