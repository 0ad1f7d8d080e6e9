import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sbomOf } from './sbom.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test('the bill of materials of the service has what is installed with it, with hashes, and no tools', () => {
  const { bomFormat, metadata, components } = sbomOf('mailwright', '9.8.7', root);
  expect([bomFormat, metadata.component]).toMatchObject(['CycloneDX', { name: 'mailwright', version: '9.8.7' }]);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'nodemailer']));
  for (const tool of ['vitest', 'nx', 'typescript', '@biomejs/biome']) expect(names).not.toContain(tool);
  const fastify = components.find(({ name }) => name === 'fastify')!;
  expect(fastify.purl).toBe(`pkg:npm/fastify@${fastify.version}`);
  expect(fastify.hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
});
