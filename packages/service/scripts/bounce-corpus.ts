import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailReading } from '../src/sending/bounces/reading/read-mail.ts';

/** What is expected of a recipient that a mail names. */
interface Expected {
  reason: string;
  hard: boolean;
  feedbackType?: string;
}

/** A folder of mails, with what is expected of each if the folder says so. */
export interface BounceCorpus {
  names: string[];
  read(name: string): Buffer;
  expected: Readonly<Record<string, readonly Expected[]>> | undefined;
}

/** Opens a folder of mails, or one with `mails/` and `expected.json`. */
export function openBounceCorpus(directory: string): BounceCorpus {
  const list = join(directory, 'expected.json');
  const expected = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : undefined;
  const folder = existsSync(join(directory, 'mails')) ? join(directory, 'mails') : directory;
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return {
    names: files.map(({ name }) => name).sort(),
    read: (name) => readFileSync(join(folder, name)),
    expected,
  };
}

const noBounces = ['vacation', 'delivered'];

function expectedKind({ reason, feedbackType }: Expected): 'bounce' | 'complaint' | 'other' {
  if (reason === 'feedback') return feedbackType === 'auth-failure' ? 'other' : 'complaint';
  return noBounces.includes(reason) ? 'other' : 'bounce';
}

/** Agreement of what is read in a mail with what is expected of its first recipient. */
interface Agreement {
  /** Whether it is a bounce, a complaint or neither. */
  kind: boolean;
  /** Whether the address will never work; absent unless a bounce is expected. */
  hard?: boolean;
}

export function compareReading(reading: MailReading, [first]: readonly Expected[]): Agreement {
  const wanted = expectedKind(first!);
  // A notice of delay is no bounce to RFC 3464, but it is understood.
  const kind = (reading.kind === 'delay' ? 'bounce' : reading.kind) === wanted;
  if (wanted !== 'bounce') return { kind };
  return { kind, hard: (reading.kind === 'bounce' && reading.recipients[0]!.hard) === first!.hard };
}
