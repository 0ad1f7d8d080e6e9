import { operators } from '../account/index.ts';
import type { ActionContext } from './action.ts';
import { refused } from './refusal.ts';

/** @throws RefusalError 403 if a new key could do more than the key of the operator, or outlive it */
export function requireWithinOwnKey({ operator }: Pick<ActionContext, 'operator'>, made: operators.KeyBounds): void {
  const fault = operator && operators.boundsFault(operator, made);
  if (fault !== undefined) throw refused(`the operator must not make this key: ${fault}`);
}

/** Returns what a key that nobody describes can do: everything that the operator can. */
export function boundsOfOwnKey(
  { operator }: Pick<ActionContext, 'operator'>,
  all: operators.KeyBounds,
): operators.KeyBounds {
  if (operator === undefined) return all;
  const { rights, networks, expires } = operator;
  return { rights: all.rights.filter((right) => rights.includes(right)), networks, expires };
}
