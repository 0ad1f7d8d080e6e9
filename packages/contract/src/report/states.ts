import type { StatusReport } from './report.ts';

type State = StatusReport['state'];

/** One symbol for each state of a status. */
export const stateSymbol: Record<State, string> = { kept: '✓', broken: '✗', missed: '·' };

export const stateWord: Record<State, string> = { kept: 'passed', broken: 'failed', missed: 'not covered' };

export const countStates = (statuses: StatusReport[]): Record<State, number> => {
  const count = (state: State) => statuses.filter((status) => status.state === state).length;
  return { kept: count('kept'), broken: count('broken'), missed: count('missed') };
};

/** HTML of a bar whose parts are as long as the numbers; its meaning stands in words beside it. */
export function stateBar(tag: 'p' | 'span', lengths: Record<State, number>): string {
  const states = (['kept', 'broken', 'missed'] as const).filter((state) => lengths[state] > 0);
  const parts = states.map((state) => `<span class="${state}" style="flex: ${lengths[state]}"></span>`);
  return `<${tag} class="bar" aria-hidden="true">${parts.join('')}</${tag}>`;
}
