import { createWitness, type Record, type Untried } from '../calls/record.ts';
import type { Contract } from '../contract/contract.ts';
import { type Exchange, isPreflight, LONGEST_JUDGED, type SentRequest } from '../exchange/exchange.ts';
import { breach } from '../judge/finding.ts';
import { judge, pathBelow } from '../judge/judge.ts';
import { maskFindings, maskPath } from '../traffic/mask.ts';
import { isOfPage } from '../traffic/pages.ts';
import type { ProxyOptions } from './proxy.ts';

/** What browsers send beside the calls of programs. */
export type LeftOut = 'preflight' | 'page';

export interface JudgingOptions {
  contract: Contract;
  /** Base URL of the service. */
  baseUrl: string;
  /** Also gets the exchange, masked if values are and there is a finding. */
  onRecord: (record: Record, exchange?: Exchange) => void;
  onUntried: (untried: Untried) => void;
  /** Gets the reason for what browsers send beside the calls of programs; pages are untried by default. */
  onLeftOut?: (why: LeftOut) => void;
  /** Masks values of parameters, headers and bodies: they are those of users of the service. */
  isMasked?: boolean;
}

/** Judges what passes through a proxy. */
export function judgePassed(options: JudgingOptions): ProxyOptions['take'] {
  const { contract, baseUrl, onRecord, onUntried, onLeftOut, isMasked = false } = options;
  const witness = createWitness();
  const nameOf = ({ method, url }: Pick<SentRequest, 'method' | 'url'>, about: string) =>
    isMasked ? `${method} ${maskPath(contract, baseUrl, { method, url })}` : about;
  return async (about, { exchange, fault, tooLong }) => {
    if (fault) {
      const [method = '', path = ''] = about.split(' ');
      const name = nameOf({ method, url: new URL(baseUrl).origin + path }, about);
      onRecord({ about: name, findings: [breach('connection', `${baseUrl} gave no answer: ${fault.message}`)] });
    }
    if (tooLong) {
      const { method, url } = tooLong;
      const route = contract.route(method, pathBelow(baseUrl, url));
      const operation = route.found === 'operation' ? route.operation.id : 'unknown paths';
      const why = `a body of more than ${LONGEST_JUDGED} bytes passed without validation`;
      onUntried({ operation, about: nameOf(tooLong, about), why });
    }
    if (!exchange) return;
    const { method, headers } = exchange.request;
    if (isPreflight(method, headers)) return onLeftOut?.('preflight');
    if (isOfPage(contract, baseUrl, exchange)) {
      if (onLeftOut) return onLeftOut('page');
      const why = 'a page, or a file of one, which the description does not have';
      return onUntried({ operation: 'unknown paths', about: nameOf(exchange.request, about), why });
    }
    const { operation, status, findings } = await judge(contract, baseUrl, exchange);
    const of = operation ? { operation: operation.id } : {};
    const told = isMasked ? maskFindings(contract, baseUrl, { exchange, findings }) : { exchange, findings };
    const texts = witness(operation?.id, told.exchange, told.findings);
    onRecord(
      { ...of, about: nameOf(exchange.request, about), status, findings: told.findings, ...texts },
      told.exchange,
    );
  };
}
