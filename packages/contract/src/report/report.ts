import type { Place } from '../contract/places.ts';
import type { Rule } from '../judge/finding.ts';
import type { Left } from '../ownership/left.ts';

/** All that a run has found, as plain data; every form of report is made from it, and the JSON report is it. */
export interface Report {
  title: string;
  version: string;
  target: string;
  /** ISO 8601. */
  startedAt: string;
  seconds: number;
  /** Answers that were judged. */
  exchanges: number;
  /** Requests that broke the contract and were refused, as they should be. */
  refused: number;
  coverage: Coverage;
  operations: OperationReport[];
  breaches: Breach[];
  /** Breaches of rules that most services break; with `--strict` they are among the others. */
  warnings: Breach[];
  /** Breaches that the baseline knows: they do not count. */
  accepted: Breach[];
  /** Why the run ended before all was tried. */
  stopped?: string;
  /** Ids of operations that the service answers with 501; they are not counted in the coverage. */
  notImplemented: string[];
  /** Test cases that could not be run, with the reason. */
  untried: { operation: string; about: string; why: string }[];
  /** Resources that the run created and could not delete. */
  left: Left[];
  /** Operations of the description that cannot be judged, with the reason. */
  leftOut: string[];
  /** Of traffic that the kit has not sent itself, from files or through a proxy that takes samples. */
  traffic?: TrafficReport;
}

/** Traffic that was judged in place of requests of the kit. */
export interface TrafficReport {
  /** Exchanges and other entries, judged or not. */
  entries: number;
  /** Lines that say what was not judged, and why. */
  notJudged: string[];
  /** Ids of operations that no entry uses. */
  unused: string[];
}

/** Pairs of operation and documented status, of operations that are implemented. */
export interface Coverage {
  documented: number;
  /** Seen, and every answer kept the contract. */
  kept: number;
  /** Seen, and some answer broke the contract. */
  broken: number;
  missed: number;
  /** Kept of documented, 0 to 100, rounded down to a tenth. */
  percent: number;
}

export interface OperationReport {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  implemented: boolean;
  statuses: StatusReport[];
  tries: TryReport[];
}

export interface StatusReport {
  /** A class such as `4XX` stands for the statuses that are not named. */
  status: number | string;
  state: 'kept' | 'broken' | 'missed';
  exchanges: number;
}

export interface TryReport {
  about: string;
  /** Absent when there was no answer. */
  status?: number;
  breaches: string[];
}

/** Breaches of one kind, which several test cases brought about. */
export interface BreachGroup extends Breach {
  /** Test cases, including the first one. */
  cases: string[];
  operations: string[];
  /** Number of occurrences. */
  places: number;
}

export interface Breach {
  /** Absent for paths that the description does not have. */
  operation?: string;
  about: string;
  /** Position of the operation in the description. */
  place?: Place;
  rule: Rule;
  message: string;
  /** Both as text, long bodies cut; keys are left out. */
  request?: string;
  response?: string;
  /** The request as a command to paste. */
  curl?: string;
  /** JSON pointer to the violated part of the description. */
  pointer?: string;
}
