import type { FlatParameter } from '@mailwright/codegen/description';
import type { Baseline } from './baseline.ts';
import { successes, type TestCase } from './test-case.ts';

const MOST_VALUES = 6;

/** Requests that must succeed: the smallest one, each optional parameter, all of them, each body, each media type to answer in. */
export function validCases({
  operation,
  needs,
  declared,
  given,
  input,
  pretended,
  parameters,
  bodies,
}: Baseline): TestCase[] {
  const wants = successes(operation);
  if (wants.length === 0) return [];
  const testCase = (about: string, more: Partial<TestCase> = {}): TestCase => {
    const { input: extra, given: before = [], ...rest } = more;
    return {
      operation,
      about,
      wants,
      kind: 'valid',
      declared,
      given: [...given, ...before],
      input: { ...input, ...extra },
      ...rest,
    };
  };
  const untried = new Set([...(needs.untried ?? []), ...Object.keys(needs.with ?? {})]);
  const cases = [testCase('smallest request', { pretended })];
  for (const { parameter, value, given: before } of parameters) {
    if (untried.has(parameter.name)) continue;
    const choices: unknown[] = parameter.schema.enum ?? [];
    const beside = neededBeside(parameter, parameters);
    for (const choice of choices.slice(0, MOST_VALUES))
      cases.push(testCase(`${parameter.name}=${choice}`, { input: { ...beside, [parameter.name]: choice } }));
    if (choices.length === 0 && !parameter.required && value !== undefined)
      cases.push(testCase(`with ${parameter.name}`, { input: { ...beside, [parameter.name]: value }, given: before }));
  }
  const optional = parameters.filter(
    ({ parameter, value }) => !parameter.required && value !== undefined && !untried.has(parameter.name),
  );
  if (optional.length > 1) {
    const all = Object.fromEntries(optional.map(({ parameter, value }) => [parameter.name, value]));
    // Some may exclude each other, which no description can say.
    cases.push(
      testCase('with all parameters', { input: all, given: optional.flatMap((each) => each.given), guessed: true }),
    );
  }
  const [first, ...others] = bodies;
  for (const { about, value, contentType, document, given: before } of operation.bodyRequired || !first
    ? others
    : bodies) {
    if (untried.has('body')) continue;
    const wire = document === undefined ? {} : { wire: { body: { contentType, bytes: () => Buffer.from(document) } } };
    cases.push(
      testCase(`body ${about}`, { input: { body: value, contentType }, ...(before && { given: before }), ...wire }),
    );
  }
  const [xml] = operation.bodies.filter(({ kind }) => kind === 'xml');
  const reversible = bodies.find(({ contentType, value }) => contentType === xml?.mediaType && hasOrder(value));
  if (reversible) {
    const { value, contentType } = reversible;
    cases.push(
      testCase('elements in reverse order', { input: { body: value, contentType }, wire: { side: 'reversed' } }),
    );
  }
  for (const accept of answerTypes(operation).slice(1))
    cases.push(testCase(`answered as ${accept}`, { wire: { accept } }));
  return cases;
}

/** The members without which the object of the query is none, of which the parameter is a member. */
function neededBeside({ of }: Partial<FlatParameter>, parameters: Baseline['parameters']): Record<string, unknown> {
  const others = parameters.filter(({ parameter }) => {
    const other: Partial<FlatParameter> = parameter;
    return of !== undefined && other.of === of && other.needed;
  });
  return Object.fromEntries(others.map(({ parameter, value }) => [parameter.name, value]));
}

/** Reports whether some element has several children that are not items of a list. */
function hasOrder(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOrder);
  if (typeof value !== 'object' || value === null) return false;
  const children = Object.values(value);
  return children.length > 1 || children.some(hasOrder);
}

/** Media types of successful answers, the default first. */
export function answerTypes({ responses }: Pick<Baseline['operation'], 'responses'>): string[] {
  const good = responses.filter(({ status }) => typeof status === 'number' && status < 300);
  return [...new Set(good.flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType)))];
}
