import type { MailFormat } from '../tables.ts';
import type { LinkAddress } from './target.ts';

/** Symbols of a label that are kept. */
export const maxLabel = 100;

/** Links of one part that are tracked; further ones stay as they are in the mail. */
export const maxTracked = 20_000;

/** A link in a template whose address may be replaced by a tracked one. */
export interface LinkPosition extends LinkAddress {
  /** Where the address stands: of its first character, and behind its last one. Nothing of it is to be kept. */
  start: number;
  end: number;
  format: MailFormat;
  /** Visible text, for reports; empty if unknown. */
  label: string;
  /** Of the attribute `data-link-tags`. */
  tags: string[];
}
