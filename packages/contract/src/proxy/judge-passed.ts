import { createWitness, type Record, type Untried } from '../calls/record.ts';
import type { Contract } from '../contract/contract.ts';
import { breach } from '../judge/finding.ts';
import { judge, pathBelow } from '../judge/judge.ts';
import { LONGEST_JUDGED } from './pass.ts';
import type { ProxyOptions } from './proxy.ts';

export interface JudgingOptions {
  contract: Contract;
  /** Base URL of the service. */
  baseUrl: string;
  onRecord: (record: Record) => void;
  onUntried: (untried: Untried) => void;
}

/** Judges what passes through a proxy. */
export function judgePassed({ contract, baseUrl, onRecord, onUntried }: JudgingOptions): ProxyOptions['take'] {
  const witness = createWitness();
  return async (about, { exchange, fault, tooLong }) => {
    if (fault) onRecord({ about, findings: [breach('connection', `${baseUrl} gave no answer: ${fault.message}`)] });
    if (tooLong) {
      const { method, url } = tooLong;
      const route = contract.route(method, pathBelow(baseUrl, url));
      const operation = route.found === 'operation' ? route.operation.id : 'unknown paths';
      onUntried({ operation, about, why: `a body of more than ${LONGEST_JUDGED} bytes passed without validation` });
    }
    if (!exchange) return;
    const { operation, status, findings } = await judge(contract, baseUrl, exchange);
    const of = operation ? { operation: operation.id } : {};
    onRecord({ ...of, about, status, findings, ...witness(operation?.id, exchange, findings) });
  };
}
