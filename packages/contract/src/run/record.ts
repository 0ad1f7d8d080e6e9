import type { Exchange } from '../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';

/** One exchange as reports tell it. */
export interface Record {
  /** Id of the operation; absent for paths that the description does not have. */
  operation?: string;
  /** What was tried, or that it was seen. */
  about: string;
  /** Absent when there was no answer. */
  status?: number;
  findings: Finding[];
  /** Present when there is something to report. */
  exchange?: Exchange;
}

/** Something that could not be tried, and why. */
export interface Untried {
  operation: string;
  about: string;
  why: string;
}

export const isBreach = ({ level }: Finding): boolean => level === 'error';
