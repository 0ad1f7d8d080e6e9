import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountSettings } from '../administration/accounts.ts';
import type { AccountChange, Administration } from '../administration/actions.ts';
import { controlAddress } from '../app/control/address.ts';
import { askControl, isAnswering } from '../app/control/client.ts';
import { DataDirectoryInUseError } from '../platform/database/embedded/lock.ts';
import { type DatabaseConfig, openDatabase } from '../platform/database/open.ts';
import type { DataOptions } from './options.ts';
import type { OpeningOptions } from './own-operator.ts';
import type { Performer } from './performer.ts';
import { printable } from './printable.ts';

export function databaseConfig({ data, database, preparedStatements }: DataOptions): DatabaseConfig {
  return database === undefined ? { dataDir: data } : { databaseUrl: database, preparedStatements };
}

type Argument<Action extends keyof Administration> = Parameters<Administration[Action]>[0];
type Result<Action extends keyof Administration> = Promise<Awaited<ReturnType<Administration[Action]>>>;

/** Does what an operator wants: in the database itself, or through the service that holds the data directory. */
export interface Operator extends Pick<Performer, 'holdsData' | 'close'> {
  ask<Action extends Exclude<keyof Administration, AccountChange>>(
    action: Action,
    argument: Argument<Action>,
  ): Result<Action>;
  /** Prints once on the standard error which account is used. */
  tellAccount(account: number | undefined): Promise<void>;
  /** Performs an action on what belongs to an account, and tells first which account it is. */
  change<Action extends AccountChange>(action: Action, argument: Argument<Action>): Result<Action>;
}

export async function openOperator(options: OpeningOptions): Promise<Operator> {
  requireData(options);
  const { holdsData, perform, close } = await openPerformer(options);
  const told = new Set<number | undefined>();
  const tellAccount = async (account: number | undefined) => {
    if (told.has(account)) return;
    told.add(account);
    const { id, name } = (await perform('accountSettings', { account })) as AccountSettings;
    console.error(`Account ${id}: ${printable(name)}`);
  };
  return {
    holdsData,
    ask: (action, argument) => perform(action, argument) as Promise<never>,
    tellAccount,
    async change(action, argument) {
      await tellAccount((argument as { account?: number }).account);
      return perform(action, argument) as Promise<never>;
    },
    close,
  };
}

/** How long a command waits for a service that is starting, and how often it looks. */
const patience = { attempts: 120, pause: 250 };

/**
 * Opens the database, or reaches the service that holds it. Waits while the holder answers nothing: a service that is
 * starting or stopping, or another command. @throws DataDirectoryInUseError
 */
async function openPerformer(options: OpeningOptions, left = patience.attempts): Promise<Performer> {
  try {
    const config = databaseConfig(options);
    const database = await openDatabase(config);
    // Beside a running service, and for what is refused at once, commands start twice as fast without it.
    return await (await import('./own-operator.ts')).ownOperator(database, config, options);
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error;
    const address = controlAddress(options.data);
    if (await isAnswering(address)) {
      return {
        holdsData: false,
        perform: (action, argument) => askControl(address, action, argument),
        close: async () => {},
      };
    }
    if (left === 0) throw error;
    if (left === patience.attempts) console.error(`Waiting for the process that uses ${resolve(options.data)}`);
    await pause(patience.pause);
    return openPerformer(options, left - 1);
  }
}

/** Commands that only look would otherwise leave an empty database behind where `--data` is mistyped. */
export function requireData({ data, database }: DataOptions): void {
  if (database !== undefined || existsSync(data)) return;
  throw new Error(
    `there is no data in ${resolve(data)}; give the data directory with --data, or create one with "mailwright serve"`,
  );
}

/** Asks one thing. */
export async function administrate<Action extends Exclude<keyof Administration, AccountChange>>(
  options: OpeningOptions,
  action: Action,
  argument: Argument<Action>,
): Result<Action> {
  return withOperator(options, (operator) => operator.ask(action, argument));
}

/** Changes one thing of an account. */
export async function changeAccount<Action extends AccountChange>(
  options: DataOptions,
  action: Action,
  argument: Argument<Action>,
): Result<Action> {
  return withOperator(options, (operator) => operator.change(action, argument));
}

async function withOperator<Value>(
  options: OpeningOptions,
  use: (operator: Operator) => Promise<Value>,
): Promise<Value> {
  const operator = await openOperator(options);
  try {
    return await use(operator);
  } finally {
    await operator.close();
  }
}
