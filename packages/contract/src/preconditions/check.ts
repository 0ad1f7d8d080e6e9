import type { ApiModel, Operation } from '@mailwright/codegen/description';
import { references } from './fill.ts';
import {
  bindingFor,
  type Case,
  type Input,
  type Needs,
  type Preconditions,
  type Situation,
  type Step,
  type Undo,
} from './preconditions.ts';

const KEYS = {
  situation: ['about', 'given', 'let', 'steps', 'shared', 'undo'],
  step: ['operation', 'with', 'as', 'by', 'repeat', 'each', 'until'],
  undo: ['operation', 'with', 'by', 'each', 'kind', 'name'],
  needs: ['about', 'given', 'with', 'bodies', 'statuses', 'untried', 'undo', 'alone'],
  body: ['about', 'value', 'given'],
  case: ['about', 'given', 'with', 'together', 'at', 'guessed'],
  binding: ['given', 'value', 'unknown', 'sealed', 'statuses'],
};

/** Requests that one situation may have sent at once. */
const LARGEST_CROWD = 50;

/** Everything that preconditions name and that is not there, in the form `file: what`. */
export function checkPreconditions(preconditions: Preconditions, model: ApiModel): string[] {
  const { situations, operations, parameters } = preconditions;
  const known = new Map(model.operations.map((operation) => [operation.id, operation]));
  const problems: string[] = [];

  const checkKeys = (file: string, node: object, kind: keyof typeof KEYS) => {
    for (const key of Object.keys(node))
      if (!KEYS[kind].includes(key)) problems.push(`${file}: no key "${key}"; there are ${KEYS[kind].join(', ')}`);
  };
  const checkGiven = (file: string, given: string[] = []) => {
    for (const name of given) if (!situations.has(name)) problems.push(`${file}: no situation "${name}"`);
  };
  const checkInput = (file: string, operation: Operation, input: Input = {}) => {
    const names = inputNames(operation);
    for (const name of Object.keys(input))
      if (!names.includes(name)) problems.push(`${file}: ${operation.id} has no "${name}"; it has ${names.join(', ')}`);
  };
  const checkReferences = (file: string, value: unknown, given: string[] = [], own: string[] = []) => {
    const names = new Set([...own, ...[...given].flatMap((name) => namesOf(name, situations))]);
    for (const name of references(value))
      if (!names.has(name)) problems.push(`${file}: nothing is called "${name}" yet`);
  };

  const checkSteps = (file: string, steps: Step[] = [], given: string[] = [], own: string[] = []) => {
    for (const step of steps) {
      checkKeys(file, step, 'step');
      const operation = known.get(step.operation);
      if (operation) checkInput(file, operation, step.with);
      else problems.push(`${file}: no operation "${step.operation}"`);
      checkReferences(file, [step.with, step.each], given, step.each ? [...own, 'each'] : own);
      if (step.as) own.push(step.as);
    }
  };

  const checkUndo = (file: string, undo: Undo[] = [], given: string[] = [], own: string[] = []) => {
    for (const each of undo) {
      checkKeys(file, each, 'undo');
      const operation = known.get(each.operation ?? '');
      if (operation) checkInput(file, operation, each.with);
      else if (each.operation !== undefined) problems.push(`${file}: no operation "${each.operation}"`);
      else if (each.kind === undefined) problems.push(`${file}: an undo without operation needs a kind`);
      checkReferences(file, [each.with, each.each, each.name], given, each.each ? [...own, 'each'] : own);
    }
  };

  const checkCase = (file: string, each: Case, operation: Operation, before: string[] = []) => {
    checkKeys(file, each, 'case');
    checkInput(file, operation, each.with);
    if (!isCrowd(each)) problems.push(`${file}: together must be a number from 2 to ${LARGEST_CROWD}`);
    if (each.at !== undefined && each.at !== 'reduced')
      problems.push(`${file}: at must be "reduced" but was "${each.at}"`);
    checkGiven(file, each.given);
    checkReferences(file, each.with, [...before, ...(each.given ?? [])]);
  };

  for (const [name, situation] of situations) {
    const file = `situations/${name}.yaml`;
    checkKeys(file, situation, 'situation');
    checkGiven(file, situation.given);
    if (leadsBack(name, situations)) problems.push(`${file}: it is given before itself`);
    const own = Object.keys(situation.let ?? {});
    checkReferences(file, situation.let, situation.given);
    checkSteps(file, situation.steps, situation.given, own);
    checkUndo(file, situation.undo, situation.given, own);
  }
  for (const [id, needs] of operations) {
    const file = `operations/${id}.yaml`;
    const operation = known.get(id);
    if (!operation) {
      problems.push(`${file}: no operation "${id}"`);
      continue;
    }
    checkKeys(file, needs, 'needs');
    const names = inputNames(operation);
    for (const name of needs.untried ?? [])
      if (!names.includes(name)) problems.push(`${file}: ${id} has no "${name}"; it has ${names.join(', ')}`);
    const bound = boundSituations(operation, preconditions);
    const before = [...bound, ...(needs.given ?? [])];
    checkUndo(file, needs.undo, before, ['answer', 'sent']);
    checkGiven(file, needs.given);
    checkInput(file, operation, needs.with);
    checkReferences(file, needs.with, before);
    for (const each of needs.bodies ?? []) {
      checkKeys(file, each, 'body');
      checkGiven(file, each.given);
      checkReferences(file, each.value, [...before, ...(each.given ?? [])]);
    }
    for (const [status, each] of casesOf(needs)) {
      checkCase(file, each, operation, before);
      if (!operation.responses.some((response) => String(response.status) === status))
        problems.push(`${file}: ${id} does not document the status ${status}`);
    }
  }
  for (const [name, binding] of parameters) {
    const file = 'parameters.yaml';
    checkKeys(file, binding, 'binding');
    checkGiven(file, [...(binding.given ?? []), ...(binding.sealed ?? [])]);
    checkReferences(file, binding.value, binding.given);
    const users = model.operations.filter((operation) =>
      operation.parameters.some((each) => bindingFor(new Map([[name, binding]]), operation, each) !== undefined),
    );
    if (users.length === 0) problems.push(`${file}: no parameter "${name}"; write the place and the name, "query id"`);
    for (const [status, each] of casesOf(binding)) {
      const user = users.find(({ responses }) => responses.some((response) => String(response.status) === status));
      if (user) checkCase(file, each, user, binding.given);
      else problems.push(`${file}: no operation with ${name} documents the status ${status}`);
    }
  }
  return problems;
}

/** Statuses and the ways to them. */
export function casesOf({ statuses = {} }: Pick<Needs, 'statuses'>): [status: string, way: Case][] {
  return Object.entries(statuses).flatMap(([status, ways]) =>
    [ways].flat().map((way) => [status, way] as [string, Case]),
  );
}

function isCrowd({ together = 2 }: Case): boolean {
  return Number.isInteger(together) && together >= 2 && together <= LARGEST_CROWD;
}

/** Situations that the parameters of an operation bring with them. */
function boundSituations(operation: Operation, preconditions: Preconditions): string[] {
  const { parameters } = operation;
  return parameters.flatMap((parameter) => bindingFor(preconditions.parameters, operation, parameter)?.given ?? []);
}

function inputNames({ parameters, bodies }: Operation): string[] {
  return [...parameters.map(({ name }) => name), ...(bodies.length > 0 ? ['body', 'contentType'] : [])];
}

/** Names that a situation and those before it give. */
function namesOf(name: string, situations: ReadonlyMap<string, Situation>, above: string[] = []): string[] {
  const situation = situations.get(name);
  if (!situation || above.includes(name)) return [];
  const before = (situation.given ?? []).flatMap((each) => namesOf(each, situations, [...above, name]));
  const own = (situation.steps ?? []).flatMap(({ as }) => as ?? []);
  return [...before, ...Object.keys(situation.let ?? {}), ...own];
}

function leadsBack(name: string, situations: ReadonlyMap<string, Situation>): boolean {
  const seen = new Set<string>();
  const queue = [...(situations.get(name)?.given ?? [])];
  for (const each of queue) {
    if (seen.has(each)) continue;
    seen.add(each);
    queue.push(...(situations.get(each)?.given ?? []));
  }
  return seen.has(name);
}
