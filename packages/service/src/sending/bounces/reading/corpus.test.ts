import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

/** A folder with `mails/` and `expected.json`: recipients of each mail, each with its reason and whether it is hard. */
const corpus = process.env.MAILWRIGHT_BOUNCE_CORPUS;
if (corpus === undefined) console.log('No corpus of real bounces is read: MAILWRIGHT_BOUNCE_CORPUS names none.');

interface Expected {
  reason: string;
  hard: boolean;
  feedbackType?: string;
}

const noBounces = ['vacation', 'delivered'];

function wantedKind({ reason, feedbackType }: Expected): string {
  if (reason === 'feedback') return feedbackType === 'auth-failure' ? 'other' : 'complaint';
  return noBounces.includes(reason) ? 'other' : 'bounce';
}

test.runIf(corpus)('of real mails nearly all are understood, and whether they are for good', async () => {
  const expected = JSON.parse(readFileSync(join(corpus!, 'expected.json'), 'utf8')) as Record<string, Expected[]>;
  const [seen, rated, bounces] = [[] as string[], [] as string[], [] as string[]];
  const names = readdirSync(join(corpus!, 'mails'));
  for (const name of names) {
    const first = expected[name]![0]!;
    const reading = await readMail(readFileSync(join(corpus!, 'mails', name)));
    // A notice of delay is no bounce to RFC 3464, but it is understood.
    if ((reading.kind === 'delay' ? 'bounce' : reading.kind) === wantedKind(first)) seen.push(name);
    if (wantedKind(first) !== 'bounce') continue;
    bounces.push(name);
    if ((reading.kind === 'bounce' && reading.recipients[0]!.hard) === first.hard) rated.push(name);
  }
  expect(seen.length / names.length).toBeGreaterThan(0.97);
  expect(rated.length / bounces.length).toBeGreaterThan(0.93);
});
