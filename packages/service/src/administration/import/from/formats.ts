import { brevo } from './brevo.ts';
import type { ForeignFormat } from './format.ts';
import { listmonk } from './listmonk.ts';
import { mailchimp } from './mailchimp.ts';

/** Systems whose exports can be imported, by their names on the command line. */
export const formats = { listmonk, mailchimp, brevo } as const satisfies Record<string, ForeignFormat>;
export type FormatName = keyof typeof formats;
