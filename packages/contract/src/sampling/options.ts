import type { Record } from '../calls/record.ts';

/** An exchange that contradicts the description. */
export type Drift = Record;

export interface SampleOptions {
  /**
   * File of the description, or a function that returns the document, for frameworks that generate it. The function is called for
   * the first request of the sample.
   */
  description: string | (() => object | Promise<object>);
  /** Part of the requests that is judged, from 0 (none) to 1 (all): `0.01` is one in a hundred. */
  share: number;
  /**
   * Base URL or path of the service, such as `/1.0`; by default the paths of the servers of the description. Requests to other
   * paths are not judged.
   */
  base?: string | undefined;
  /** Called for each exchange that contradicts the description. By default each kind of finding is logged once, as a warning. */
  onDrift?: ((drift: Drift) => void) | undefined;
  /** HTTP Archive for exchanges that contradict the description, at most 1,000. What was in the file is replaced. */
  har?: string | undefined;
  /** Shows values of parameters, headers and bodies, but for keys in headers; all are masked by default. */
  showValues?: boolean | undefined;
  /** Longest body that is judged, in bytes; at most 16 MiB, 1 MiB by default. Of exchanges with a longer one, the rest is judged. */
  longestBody?: number | undefined;
  /** Called if the sample cannot go on, or an exchange cannot be judged. Logged by default. */
  onError?: ((error: Error) => void) | undefined;
  /** Source of numbers from 0 to below 1, which choose the sample; `Math.random` by default. */
  random?: (() => number) | undefined;
}

/** Requests of the sample that were not judged, by the reason. */
export interface NotJudgedCounts {
  /** Outside of the paths of the service. */
  elsewhere: number;
  /** Without a whole answer: a client has gone, or a handler has failed. */
  aborted: number;
  /** Left out because too many waited to be judged. */
  busy: number;
  /** Could not be judged because of a fault of the judge. */
  failed: number;
  /** Preflight requests of browsers (CORS). */
  preflight: number;
  /** Pages and their files, which the description does not have. */
  page: number;
  /** Judged without a body, which was too long, was read before, or could not be unpacked. */
  body: number;
}
export type NotJudged = keyof NotJudgedCounts;

export interface SampleCounts {
  /** Requests that passed. */
  requests: number;
  /** Exchanges that were judged. */
  judged: number;
  /** Judged exchanges that contradict the description. */
  drifts: number;
  notJudged: NotJudgedCounts;
}
