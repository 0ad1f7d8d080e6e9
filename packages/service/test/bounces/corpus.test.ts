import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { compareReading, openBounceCorpus } from '../../scripts/bounce-corpus.ts';
import { readMail } from '../../src/sending/bounces/reading/read-mail.ts';

/** A folder with `mails/` and `expected.json`: named by the environment, or beside the checkout. */
const named = process.env.MAILWRIGHT_BOUNCE_CORPUS;
const beside = fileURLToPath(new URL('../../../../../shared/conformance/bounces', import.meta.url));
const corpus = named ?? (existsSync(beside) ? beside : undefined);
if (corpus === undefined)
  console.log(
    'No corpus of real bounces is read: there is no ../shared/conformance/bounces, and MAILWRIGHT_BOUNCE_CORPUS names none.',
  );

test.runIf(corpus)('of real mails nearly all are understood, and whether they are for good', async () => {
  const { names, read, expected } = openBounceCorpus(corpus!);
  const agreements = await Promise.all(
    names.map(async (name) => compareReading(await readMail(read(name)), expected![name]!)),
  );
  const rated = agreements.filter(({ hard }) => hard !== undefined);
  expect(agreements.filter(({ kind }) => kind).length / names.length).toBeGreaterThan(0.97);
  expect(rated.filter(({ hard }) => hard).length / rated.length).toBeGreaterThan(0.93);
});
