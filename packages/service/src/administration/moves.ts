import type { moving } from '../account/index.ts';
import { unfit } from './refusal.ts';

/** An export or an import of an account, as far as it is. */
export interface MoveState {
  kind: 'export' | 'import';
  step: 'waiting' | 'copying' | 'verifying';
  /** Rows. */
  copied: number;
  total: number;
  finished: boolean;
  /** Message of the error that ended it. */
  error: string | null;
  result: MoveResult | null;
}

export interface MoveResult {
  account: { id: number; name: string };
  /** Tables with rows. */
  tables: ({ name: string } & moving.Fingerprint)[];
  dkimKeys: string[];
  /** Seconds in which nothing could be written, until the end of the copy. */
  seconds: number;
}

/** Tells how far a move is; `added` rows are those since the last call. */
export type Show = (progress: Partial<Pick<MoveState, 'step' | 'total'>> & { added?: number }) => void;

/** Moves of accounts: one at a time, in the background. */
export class Moves {
  #state: MoveState | undefined;

  start(kind: MoveState['kind'], run: (show: Show) => Promise<MoveResult>): void {
    this.requireFree();
    const begun = { kind, step: 'waiting', copied: 0, total: 0 } as const;
    const state: MoveState = { ...begun, finished: false, error: null, result: null };
    this.#state = state;
    const show: Show = ({ added = 0, ...progress }) => Object.assign(state, progress, { copied: state.copied + added });
    run(show)
      .then((result) => {
        state.result = result;
      })
      .catch((error: Error) => {
        state.error = error.message;
      })
      .finally(() => {
        state.finished = true;
      });
  }

  requireFree(): void {
    if (this.#state?.finished === false) throw unfit('another account is being exported or imported');
  }

  get state(): MoveState {
    if (this.#state === undefined) throw unfit('no account has been exported or imported by this process');
    return this.#state;
  }
}
