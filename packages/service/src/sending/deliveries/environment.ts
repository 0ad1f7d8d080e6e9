import type { MailTransport } from '../mail/transport.ts';

/** Transport and public URL used for outgoing mail. */
export interface MailEnvironment {
  transport: MailTransport;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Domain for return paths, one per mail; without it, bounces go to the sender. */
  bounceDomain?: string | undefined;
}
