import type { operators } from '../account/index.ts';
import type { Db } from '../platform/database/schema.ts';
import type { Tools } from '../quality/index.ts';
import type { Backups } from './backups.ts';
import type { Moves } from './moves.ts';

/** Runs work after the commit of all changes. */
export type AfterCommit = (work: (db: Db) => void | Promise<void>) => void;

/** Directories whose files operators may name over the network; no file may be named without one. */
export interface NamedDirectories {
  /** Of `--relay-secrets`: passwords and access tokens of relays. */
  relaySecrets?: string | undefined;
  /** Of `--operator-files`: backups, and accounts that move. */
  operatorFiles?: string | undefined;
}

/** Environment of one call of an action. */
export interface ActionContext {
  /** The database, or the open transaction of the action. */
  db: Db;
  afterCommit: AfterCommit;
  /** Removes keys from the memory of this process after a revocation. */
  onRevoke: () => void;
  publicUrl: string;
  tools: Tools;
  backups: Backups;
  moves: Moves;
  /** Directory of the DKIM keys, if there is one. */
  dkimDirectory?: string | undefined;
  /** Directories whose files can be named over the network. */
  directories?: NamedDirectories | undefined;
  /** Who acts over the network; absent for the command line, whose user owns the machine. */
  operator?: operators.OperatorHolder | undefined;
  /** File with the key that signs files of accounts, if the service has one. */
  moveKeyFile?: string | undefined;
}

/** The rules for an action; `audited` applies them. */
interface Policy {
  /** `write` for actions that change data or export personal data; these must have an audit entry. */
  right: 'read' | 'write';
  /**
   * The entry in the audit log: `none`; `object`, with the id of the changed object; `account`, for an action on an
   * account itself; `all accounts`, for an action on the whole service.
   */
  audit: 'none' | 'object' | 'account' | 'all accounts';
  /** Whether the action runs in a transaction together with its audit entry. Otherwise only success is logged. */
  transaction: boolean;
}

/**
 * An action of an operator. Arguments and results are plain JSON, so that a running service can act for a command.
 */
export interface Action<Argument, Result> extends Policy {
  perform(context: ActionContext, argument: Argument): Promise<Result>;
}

export const reads = <Argument, Result>(perform: Action<Argument, Result>['perform']): Action<Argument, Result> => ({
  right: 'read',
  audit: 'none',
  transaction: false,
  perform,
});

/** Declares an action that changes an object of an account, in a transaction unless it takes long. */
export const writes = <Argument, Result>(
  perform: Action<Argument, Result>['perform'],
  { transaction = true }: { transaction?: boolean } = {},
): Action<Argument, Result> & { audit: 'object' } => ({ right: 'write', audit: 'object', transaction, perform });

/** Declares an action that changes accounts themselves. */
export const writesAccounts = <Argument, Result>(
  audit: 'account' | 'all accounts',
  perform: Action<Argument, Result>['perform'],
  { transaction = true }: { transaction?: boolean } = {},
): Action<Argument, Result> => ({ right: 'write', audit, transaction, perform });

// biome-ignore lint/suspicious/noExplicitAny: each action has its own argument, which `Bound` keeps
export type Actions = Record<string, Action<any, unknown>>;

/** The actions as functions of their arguments. */
export type Bound<All extends Actions> = {
  [Name in keyof All]: All[Name] extends Action<infer Argument, infer Result>
    ? (argument: Argument) => Promise<Result>
    : never;
};

/** Returns the actions as functions that run in the context, without audit entries and transactions of their own. */
export function bindActions<All extends Actions>(actions: All, context: ActionContext): Bound<All> {
  const entries = Object.entries(actions).map(([name, { perform }]) => [
    name,
    (argument: unknown) => perform(context, argument),
  ]);
  return Object.fromEntries(entries) as Bound<All>;
}
