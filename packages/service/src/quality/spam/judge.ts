import { bodyRules } from './body-rules.ts';
import { headerRules } from './header-rules.ts';
import { linkRules } from './link-rules.ts';
import { readMail } from './mail.ts';
import type { SpamRule } from './rule.ts';
import { subjectRules } from './subject-rules.ts';

export const rules: readonly SpamRule[] = [...headerRules, ...subjectRules, ...bodyRules, ...linkRules];

/** A rule that was met, as a document shows it. */
export type MetRule = Pick<SpamRule, 'name' | 'score' | 'description'>;

export interface SpamScore {
  score: number;
  rules: MetRule[];
}

/** The rules that a finished message meets, and the sum of their scores. */
export async function scoreMail(raw: Uint8Array): Promise<SpamScore> {
  const mail = await readMail(raw);
  const met = rules
    .filter((rule) => rule.meets(mail))
    .map(({ name, score, description }) => ({ name, score, description }));
  return { score: sum(met), rules: met };
}

/** In tenths, because decimal fractions do not add up in binary. */
const sum = (met: readonly MetRule[]) => Math.round(met.reduce((total, { score }) => total + score, 0) * 10) / 10;
