import { randomUUID } from 'node:crypto';
import type { Operation } from '@mailwright/codegen/description';
import { type Call, createCaller } from '../calls/caller.ts';
import { createSituations, type Situations } from '../calls/situations.ts';
import { createSteps, SituationError } from '../calls/steps.ts';
import { inferPreconditions, withInferred } from '../chains/infer.ts';
import { linksOf } from '../chains/links.ts';
import { findResources, type Resource } from '../chains/resources.ts';
import { findRoles, type Roles, type TriedMember } from '../chains/roles.ts';
import { readSchemas } from '../contract/schemas.ts';
import { KeyError } from '../input-error.ts';
import type { UnstatedRule } from '../judge/finding.ts';
import { NOT_IMPLEMENTED } from '../judge/judge.ts';
import { tryLaws } from '../laws/try-laws.ts';
import { tryPages } from '../laws/try-pages.ts';
import { trySequences } from '../laws/try-sequences.ts';
import { createInventor } from '../ownership/invent.ts';
import { createLedger } from '../ownership/ledger.ts';
import type { Left } from '../ownership/left.ts';
import { createWorkshop } from '../ownership/made.ts';
import { isUndone, type Preconditions } from '../preconditions/preconditions.ts';
import { testCasesOf } from '../test-cases/index.ts';
import { powerlessKey, type Target } from '../test-cases/request.ts';
import type { Wire } from '../test-cases/test-case.ts';
import { undescribedCases } from '../test-cases/undescribed.ts';
import { attempt } from './attempt.ts';
import { clean } from './clean.ts';
import type { VerifyOptions } from './options.ts';
import { judgeStatus } from './outcome.ts';

/** A target of test cases, with the data that was prepared there. */
interface Place {
  target: Target;
  situations: Situations;
}

/** Tries every operation against every documented status. Everything is told to the callbacks. */
export async function verify(options: VerifyOptions): Promise<void> {
  const { contract, target, sender, concurrency, signal, onOperation } = options;
  const operations = options.operations ?? contract.model.operations;
  const baseUrls = [target.baseUrl, target.plainUrl, target.reducedUrl].filter((url) => url !== undefined);
  const schemas = readSchemas(contract);
  const resources = options.prefer ? [] : findResources(contract.model.operations, schemas, linksOf(contract.model));
  const infer = (roles?: Roles, member?: TriedMember) =>
    withInferred(
      options.preconditions,
      inferPreconditions(contract, resources, schemas, options.preconditions, options.corpus, roles, member),
    );
  const seed = options.seed ?? randomUUID();
  const inventor = createInventor(seed);
  const ledger = createLedger(inventor, options.useExisting || options.prefer);
  const unattended = resources.filter(({ create }) => create && !isUndone(options.preconditions, create));
  const workshop = createWorkshop(unattended, ledger, inventor, options.journal);
  const call = createCaller(contract, baseUrls, sender, options.onRecord, options.without, {
    guard: { ledger, workshop, journal: options.journal },
    ...(options.strict && { strict: true }),
    clock: options.clock,
  });
  const all: Situations[] = [];
  const situationsAt = (place: Target, known: Preconditions): Situations => {
    const steps = createSteps(contract, place, call, signal);
    const situations = createSituations(known, steps, inventor, options.journal);
    all.push(situations);
    return situations;
  };
  if (!options.prefer) await requireKey(options);
  try {
    const concerned = resources.filter((resource) => operations.some((each) => concerns(each, resource)));
    const roles = await findRoles(concerned, schemas, async (resource, tried, member) => {
      const known = infer(tried, member);
      return signal?.aborted || (await isMakable(resource, known, situationsAt(target, known)));
    });
    const preconditions = infer(roles);
    const placeAt = (place: Target): Place => ({ target: place, situations: situationsAt(place, preconditions) });
    const whole = placeAt(target);
    const reduced = target.reducedUrl === undefined ? undefined : placeAt({ ...target, baseUrl: target.reducedUrl });
    const isAlone = ({ id }: Operation) => preconditions.operations.get(id)?.alone === true;
    const run = async (operation: Operation) => {
      if (signal?.aborted) return;
      await tryOperation(operation, { ...options, preconditions }, call, { whole, reduced });
      onOperation?.(operation);
    };
    await inParallel(
      operations.filter((each) => !isAlone(each)),
      concurrency,
      run,
    );
    await inParallel(operations.filter(isAlone), 1, run);
    const tried = new Set(operations);
    const { situations } = whole;
    const made = resources.filter(({ create }) => create && tried.has(create));
    const sources = { contract, schemas, preconditions, target, situations, call };
    await inParallel(made, concurrency, async (resource) => {
      if (signal?.aborted) return;
      await tryLaws(resource, sources);
      await trySequences(resource, sources, seed);
    });
    await inParallel(
      undescribedCases(contract, target, inventor.invent()),
      concurrency,
      async ({ about, wants, request }) => {
        if (signal?.aborted) return;
        const declared = options.preconditions.situations.size > 0;
        await call(undefined, about, request, { expect: (status) => judgeStatus(wants, status), declared });
      },
    );
    // Last and alone, for pages shift when something is added or deleted.
    for (const resource of made) if (!signal?.aborted) await tryPages(resource, sources);
  } finally {
    if (!options.keep) {
      const left: Left[] = [];
      for (const situations of all.toReversed()) left.push(...(await situations.undo()));
      left.push(...(await clean(workshop, target, call)));
      options.onLeft?.(left);
    }
  }
}

const concerns = (operation: Operation, { create, path }: Resource): boolean =>
  operation === create || operation.path === path || operation.path.startsWith(`${path}/`);

/** Statuses of a create that refers to something that is not there. */
const REFUSES_REFERENCE = [400, 404, 409, 422];

/** Reports whether a resource can be made, as far as it depends on what it refers to. */
async function isMakable({ name }: Resource, known: Preconditions, situations: Situations): Promise<boolean> {
  if (!known.situations.has(name)) return true;
  try {
    await situations.bringAbout([name], true);
    return true;
  } catch (error) {
    if (error instanceof SituationError) return !REFUSES_REFERENCE.includes(error.status ?? 0);
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Asks one operation whether the key is taken. @throws KeyError when it is not: then nothing else is worth sending */
async function requireKey({ contract, target, sender, ...options }: VerifyOptions): Promise<void> {
  const readable = ({ method, secured, path, parameters }: Operation) =>
    method === 'GET' && secured && !path.includes('{') && parameters.every(({ required }) => !required);
  const operation = (options.operations ?? contract.model.operations).find(readable);
  if (!operation) return;
  const keys = target.query.length > 0 ? `?${new URLSearchParams(target.query)}` : '';
  const request = {
    method: operation.method,
    url: target.baseUrl + operation.path + keys,
    headers: target.credentials,
    body: new Uint8Array(),
  };
  const answer = await sender.send(request, 10_000).catch(() => undefined);
  if (answer?.response.status !== 401) return;
  const given = target.credentials.length > 0 || target.query.length > 0;
  throw new KeyError(
    given
      ? `The service refuses the key: ${operation.method} ${operation.path} was answered with 401. Nothing else was sent.`
      : `The service asks for a key: give it with --auth, --header or --query. Nothing else was sent.`,
  );
}

async function tryOperation(
  operation: Operation,
  options: VerifyOptions,
  call: Call,
  { whole, reduced }: { whole: Place; reduced: Place | undefined },
): Promise<void> {
  const { contract, target } = options;
  const { maxBody } = contract.model;
  const all = await testCasesOf(operation, options, {
    powerless: powerlessKey(target, operation) !== undefined,
    plain: target.plainUrl !== undefined,
    prefer: options.prefer === true,
    ...('x-max-body' in contract.model.document ? { maxBody } : {}),
  });
  const cases = all.filter(({ wire }) => !options.without?.has(unstatedRule(wire)!));
  let implemented = true;
  for (const testCase of cases) {
    if (options.signal?.aborted) return;
    if (!implemented && testCase.kind !== 'protocol') continue;
    const place = testCase.at === 'reduced' ? reduced : whole;
    if (place === undefined) {
      const why =
        'the operator brings this about: give a place where parts of the service are switched off (--reduced)';
      options.onUntried({ operation: operation.id, about: testCase.about, why });
      continue;
    }
    const status = await attempt(testCase, { ...options, target: place.target }, call, place.situations);
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

/** The rule that a request relies on and that descriptions do not state. */
function unstatedRule(wire: Wire = {}): UnstatedRule | undefined {
  if (wire.documentType) return 'doctype';
  return wire.side === 'reversed' ? 'element-order' : undefined;
}
