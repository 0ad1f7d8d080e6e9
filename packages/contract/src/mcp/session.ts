import type { Contract } from '../contract/contract.ts';
import type { Corpus } from '../contract/corpus.ts';
import type { Sender } from '../exchange/send.ts';
import type { Journal } from '../ownership/journal.ts';
import type { Preconditions } from '../preconditions/preconditions.ts';
import type { Report } from '../report/report.ts';
import type { Target } from '../test-cases/request.ts';

/** What the person who starts the server decides, and an assistant cannot change. */
export interface ToolSession {
  contract: Contract;
  preconditions: Preconditions;
  corpus: Corpus;
  /** The only service that requests go to; absent if nothing may be sent. */
  service?: {
    target: Target;
    sender: Sender;
    /** Opens a journal for a run, so that what a killed run has made can be deleted. */
    openJournal(seed: string): { file: string; journal: Journal };
  };
  /** Addresses of the service in recorded traffic. */
  bases: readonly string[];
  /** That of the last run. */
  report?: Report;
}
