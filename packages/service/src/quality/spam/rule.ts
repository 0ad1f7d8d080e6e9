import type { SpamMail } from './mail.ts';

/** A rule of the spam check; a mail that meets it gets its score. */
export interface SpamRule {
  name: string;
  /** In the measure of SpamAssassin, where 5 is spam; below 0 it speaks for the mail. */
  score: number;
  description: string;
  meets(mail: SpamMail): boolean;
}
