import { type Call, WOULD_HARM } from '../calls/caller.ts';
import type { Situations } from '../calls/situations.ts';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { readAnswer } from '../judge/response.ts';
import { successes, type TestCase } from '../test-cases/test-case.ts';
import type { VerifyOptions } from './options.ts';
import { judgeOutcome } from './outcome.ts';
import { isReading, type Prepared, prepare } from './prepare.ts';

/** Milliseconds and rounds after which no concurrent request is awaited to be rejected: on a busy machine, a round takes long. */
const GIVE_UP_AFTER = 30_000;
const GIVE_UP_AFTER_ROUNDS = 20;

/**
 * Makes one test case. One that is to be sent several times at once is sent so in rounds until an answer is right: nobody can
 * tell from outside whether one round is quick enough. When time and rounds are over, a single request must be answered rightly.
 * @returns the status of the answer; undefined when there was nothing to send, or no answer
 */
export async function attempt(
  testCase: TestCase,
  options: VerifyOptions,
  call: Call,
  situations: Situations,
  { giveUpAfter = GIVE_UP_AFTER, giveUpAfterRounds = GIVE_UP_AFTER_ROUNDS } = {},
): Promise<number | undefined> {
  const start = performance.now();
  for (let rounds = 0; ; rounds++) {
    const prepared = await prepare(testCase, options, situations);
    if (!prepared) return undefined;
    const isOver = rounds >= giveUpAfterRounds && performance.now() - start >= giveUpAfter;
    const isLast = testCase.together === undefined || options.signal?.aborted || isOver;
    const crowd = Array.from({ length: isLast ? 1 : testCase.together! }, () =>
      send(testCase, prepared, options, call, !isLast),
    );
    const answers = (await Promise.all(crowd)).filter((answer) => answer !== undefined);
    for (const answer of answers) if (answer.status < 300) settle(testCase, options, situations, prepared, answer);
    const statuses = answers.map(({ status }) => status);
    const right = statuses.find((status) => testCase.wants.includes(status) || status === NOT_IMPLEMENTED);
    if (right !== undefined || isLast) return right ?? statuses[0];
  }
}

/** @param inCrowd others are sent at the same time, and success is as right as what is wanted of one of them */
async function send(
  testCase: TestCase,
  { request, pretended }: Prepared,
  { preconditions, onUntried }: VerifyOptions,
  call: Call,
  inCrowd: boolean,
): Promise<ReceivedResponse | undefined> {
  const { operation, about, kind, declared, lenient } = testCase;
  const informed = declared || [...preconditions.situations.values()].some(({ guessed }) => !guessed);
  const wanted = inCrowd ? { ...testCase, wants: [...testCase.wants, ...successes(operation)] } : testCase;
  const expect = (status: number) => (pretended && kind !== 'protocol' ? [] : judgeOutcome(wanted, status, informed));
  const { exchange, withheld } = await call(operation, about, request, {
    expect,
    declared,
    lenient,
    limited: testCase.wants.includes(429),
  });
  if (withheld && kind === 'valid') onUntried({ operation: operation.id, about, why: WOULD_HARM });
  if (!exchange) return undefined;
  const { status } = exchange.response;
  if (!informed && kind === 'valid' && status >= 400 && status !== NOT_IMPLEMENTED) {
    const hint =
      status === 401 ? 'give the key with --auth, --header or --query' : 'declare what it needs as preconditions';
    onUntried({ operation: operation.id, about, why: `answered with ${status}; ${hint}` });
  }
  return exchange.response;
}

/** After a success: what was made is undone later, and what should not have changed is not relied on any more. */
function settle(
  { operation, kind, given }: TestCase,
  { contract, preconditions }: VerifyOptions,
  situations: Situations,
  { known, sent }: Prepared,
  answer: ReceivedResponse,
): void {
  const { undo } = preconditions.operations.get(operation.id) ?? {};
  if (undo)
    situations.undoLater(operation.id, undo, { ...known, sent, answer: readAnswer(contract, operation, answer) });
  if (kind !== 'valid' && !isReading(operation)) situations.forget(given);
}
