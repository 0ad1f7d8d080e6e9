import type { Exchange } from '../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import { curlCommand, requestText, responseText } from './excerpt.ts';

/** One exchange as reports tell it. */
export interface Record {
  /** Id of the operation; absent for paths that the description does not have. */
  operation?: string;
  /** Describes the test case, or states that the exchange was observed. */
  about: string;
  /** Absent when there was no answer. */
  status?: number;
  findings: Finding[];
  /** Both sides as text, shortened and without keys, of an exchange that broke the contract. */
  request?: string;
  response?: string;
  /** The request as a command to paste, without keys. */
  curl?: string;
}

/** Something that could not be tried, and why. */
export interface Untried {
  operation: string;
  about: string;
  why: string;
}

export const isBreach = ({ level }: Finding): boolean => level === 'error';

/** Texts of more exchanges say nothing new. */
const MOST_TEXTS = 20;

/** Texts of exchanges that broke the contract, of the first twenty of each operation. */
export function createWitness(): (operation: string | undefined, exchange: Exchange, findings: Finding[]) => Texts {
  const seen = new Map<string | undefined, number>();
  return (operation, { request, response }, findings) => {
    const before = seen.get(operation) ?? 0;
    if (findings.every(({ level }) => level === 'note') || before === MOST_TEXTS) return {};
    seen.set(operation, before + 1);
    return { request: requestText(request), response: responseText(response), curl: curlCommand(request) };
  };
}

type Texts = Pick<Record, 'request' | 'response' | 'curl'>;
