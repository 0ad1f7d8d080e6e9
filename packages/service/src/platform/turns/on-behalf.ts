import { AsyncLocalStorage } from 'node:async_hooks';

const accounts = new AsyncLocalStorage<number>();

/** Does work for an account: its statements wait in the account's own line, beside those of the others. */
export const onBehalfOf = <Result>(accountId: number, work: () => Result): Result => accounts.run(accountId, work);

/** The account that the running work is done for; undefined for that of the service itself. */
export const accountInCharge = (): number | undefined => accounts.getStore();
