import type { RouterOptions } from '../relay/router.ts';

/** Transports and public URL used for outgoing mail. */
export interface MailEnvironment extends RouterOptions {
  /** Without a slash at its end. */
  publicUrl: string;
  /** Domain for return paths, one per mail; without it, bounces go to the sender. */
  bounceDomain?: string | undefined;
}
