import type { Operation } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import type { Situations } from '../calls/situations.ts';
import { SituationError } from '../calls/steps.ts';
import type { SentRequest } from '../exchange/exchange.ts';
import { judgeRequest, pathBelow } from '../judge/judge.ts';
import { fill, type Known } from '../preconditions/fill.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { buildRequest } from '../test-cases/request.ts';
import type { TestCase } from '../test-cases/test-case.ts';
import type { VerifyOptions } from './options.ts';

/** A request that is ready to go. */
export interface Prepared {
  request: SentRequest;
  /** Input of the request. */
  sent: Input;
  known: Known;
  /** The situations are not there: the answer is judged, but no status is wanted. */
  pretended: boolean;
}

/** Brings about what a test case takes; undefined when there is nothing to send. */
export async function prepare(
  testCase: TestCase,
  options: VerifyOptions,
  situations: Situations,
): Promise<Prepared | undefined> {
  const { contract, target, onUntried } = options;
  const { operation, about, kind, given, input, wire, together } = testCase;
  try {
    const changes = (kind === 'valid' || together !== undefined) && !isReading(operation);
    const known = await situations.bringAbout(given, changes);
    if (kind !== 'invalid' && operation.bodyRequired && input.body === undefined)
      throw new SituationError('no valid body could be generated');
    const sent = fill(input, known) as Input;
    const request = buildRequest(contract, target, operation, sent, wire);
    if (kind === 'invalid' && !(await isBroken(options, operation, request))) return undefined;
    return { request, sent, known, pretended: false };
  } catch (error) {
    // What cannot be written in XML cannot be sent: nothing to try.
    if (error instanceof XmlError && kind === 'invalid') return undefined;
    if (!(error instanceof SituationError || error instanceof RangeError || error instanceof XmlError)) throw error;
    if (kind !== 'protocol') onUntried({ operation: operation.id, about, why: error.message });
    if (!testCase.pretended) return undefined;
    return pretend(fill(testCase.pretended, await situations.bringAbout([], false)) as Input, testCase, options);
  }
}

/** The request with values that only look right; undefined when there are none, or they have no XML form. */
function pretend(
  input: Input,
  { operation, wire }: TestCase,
  { contract, target }: VerifyOptions,
): Prepared | undefined {
  if (operation.bodyRequired && input.body === undefined) return undefined;
  try {
    return { request: buildRequest(contract, target, operation, input, wire), sent: input, known: {}, pretended: true };
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

export const isReading = ({ method }: Operation) => method === 'GET' || method === 'HEAD';

/** Reports whether the judge sees a fault; a change that makes another operation or a good request of it proves nothing. */
async function isBroken({ contract, target }: VerifyOptions, operation: Operation, request: SentRequest) {
  const route = contract.route(request.method, pathBelow(target.baseUrl, request.url));
  if (route.found !== 'operation' || route.operation !== operation) return false;
  return (await judgeRequest(contract, route, request)).length > 0;
}
