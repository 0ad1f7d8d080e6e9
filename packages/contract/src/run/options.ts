import type { Operation } from '@mailwright/codegen/description';
import type { Record, Untried } from '../calls/record.ts';
import type { Contract } from '../contract/contract.ts';
import type { Corpus } from '../contract/corpus.ts';
import type { Clock } from '../exchange/clock.ts';
import type { Sender } from '../exchange/send.ts';
import type { UnstatedRule } from '../judge/finding.ts';
import type { Journal } from '../ownership/journal.ts';
import type { Left } from '../ownership/left.ts';
import type { Preconditions } from '../preconditions/preconditions.ts';
import type { Target } from '../test-cases/request.ts';

export interface VerifyOptions {
  contract: Contract;
  preconditions: Preconditions;
  corpus: Corpus;
  /** Operations to test, in this order; all by default. */
  operations?: readonly Operation[];
  /** Rules of HTTP and XML that the description need not state, and that are not held against this service. */
  without?: ReadonlySet<UnstatedRule>;
  target: Target;
  sender: Pick<Sender, 'send'>;
  /** The system's clock by default; waits for limits of requests (429). */
  clock?: Clock;
  /** Operations tried at a time. */
  concurrency: number;
  /** The target is a mock: each wanted status is asked for with `Prefer: code`. */
  prefer?: boolean;
  /** When it is aborted nothing more is tried; what was made is taken away still. */
  signal?: AbortSignal;
  onRecord: (record: Record) => void;
  onUntried: (untried: Untried) => void;
  /** Warnings are errors. */
  strict?: boolean;
  /** Values that a run makes up are the same for the same seed; by default another one each time. */
  seed?: string;
  /** Also changes and deletes what was there before. */
  useExisting?: boolean;
  /** Keeps the created resources. */
  keep?: boolean;
  /** Told of all that is made, for the case that the run does not come to its end. */
  journal?: Journal;
  /** Told at the end of what could not be taken away again. */
  onLeft?: (left: Left[]) => void;
  /** Told when all is tried on an operation. */
  onOperation?: (operation: Operation) => void;
}
