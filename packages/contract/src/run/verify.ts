import type { Operation } from '@mailwright/codegen/description';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { testCasesOf } from '../test-cases/index.ts';
import { powerlessKey } from '../test-cases/request.ts';
import { undescribedCases } from '../test-cases/undescribed.ts';
import { attempt } from './attempt.ts';
import { type Call, createCaller } from './caller.ts';
import type { VerifyOptions } from './options.ts';
import { judgeStatus } from './outcome.ts';
import { createSituations, type Situations } from './situations.ts';
import { createSteps } from './steps.ts';

/** Tries every operation against every documented status. Everything is told to the callbacks. */
export async function verify(options: VerifyOptions): Promise<void> {
  const { contract, preconditions, target, sender, concurrency, signal, onOperation } = options;
  const baseUrls = [target.baseUrl, ...(target.plainUrl ? [target.plainUrl] : [])];
  const call = createCaller(contract, baseUrls, sender, options.onRecord);
  const situations = createSituations(preconditions, createSteps(contract, target, call));
  const isAlone = ({ id }: Operation) => preconditions.operations.get(id)?.alone === true;
  const run = async (operation: Operation) => {
    if (signal?.aborted) return;
    await tryOperation(operation, options, call, situations);
    onOperation?.(operation);
  };
  await inParallel(
    contract.model.operations.filter((each) => !isAlone(each)),
    concurrency,
    run,
  );
  await inParallel(contract.model.operations.filter(isAlone), 1, run);
  await inParallel(undescribedCases(contract, target), concurrency, async ({ about, wants, request }) => {
    if (signal?.aborted) return;
    await call(undefined, about, request, (status) => judgeStatus(wants, status));
  });
  await situations.undo();
}

async function tryOperation(
  operation: Operation,
  options: VerifyOptions,
  call: Call,
  situations: Situations,
): Promise<void> {
  const { contract, target } = options;
  const { maxBody } = contract.model;
  const cases = await testCasesOf(operation, options, {
    powerless: powerlessKey(target, operation) !== undefined,
    plain: target.plainUrl !== undefined,
    prefer: options.prefer === true,
    ...('x-max-body' in contract.model.document ? { maxBody } : {}),
  });
  let implemented = true;
  for (const testCase of cases) {
    if (options.signal?.aborted) return;
    if (!implemented && testCase.kind !== 'protocol') continue;
    const status = await attempt(testCase, options, call, situations);
    if (status === NOT_IMPLEMENTED) implemented = false;
  }
}

async function inParallel<T>(items: T[], width: number, run: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of queue) await run(item);
    }),
  );
}
