import type { Contract } from '../contract/contract.ts';
import { UNIQUE, UNIQUE_NUMBER } from '../preconditions/fill.ts';
import { type Break, breaksOf } from '../values/breaks.ts';
import { bodyInTwin, type GoodBody } from '../values/good.ts';
import type { Baseline } from './baseline.ts';
import { refusals, type TestCase, type Wire } from './test-case.ts';

/** Longer ones would be refused for the length of the address. */
const LONGEST_IN_ADDRESS = 4_096;

/** Requests that break the description in one way each. */
export function invalidCases(contract: Contract, baseline: Baseline): TestCase[] {
  const wants = refusals(baseline.operation);
  if (wants.length === 0) return [];
  return [...brokenParameters(baseline, wants), ...brokenBodies(contract, baseline, wants)];
}

function brokenParameters(baseline: Baseline, wants: number[]): TestCase[] {
  const { operation, declared, given, input, parameters } = baseline;
  return parameters.flatMap(({ parameter, value, given: before }) => {
    const { name, required, array } = parameter;
    const testCase = (about: string, changed: unknown): TestCase => ({
      operation,
      about,
      wants,
      kind: 'invalid',
      declared,
      given: [...given, ...before],
      input: { ...input, [name]: changed },
    });
    const good = input[name] ?? value;
    const cases = breaksOf(parameter.schema, good, name, false)
      .filter((each) => fitsAddress(parameter.in, each) && !(parameter.dropsFraction && each.value === 1.5))
      .map(({ about, value }) => testCase(about, parameter.in === 'path' ? nobodys(value) : value));
    if (required && parameter.in !== 'path') cases.unshift(testCase(`${name}: missing`, undefined));
    if (!array && parameter.in === 'query')
      cases.push({ ...testCase(`${name}: given twice`, [good, good]), lenient: true });
    return cases;
  });
}

/** The value with something in it that was never used: a service that takes it for an id all the same finds nothing. */
function nobodys(value: unknown): unknown {
  if (value === 1.5) return `${UNIQUE_NUMBER}.5`;
  return typeof value === 'string' && !/^x*$/.test(value) ? `${value}-${UNIQUE}` : value;
}

function fitsAddress(place: string, { value }: Break): boolean {
  if (place === 'path' && value === '') return false;
  return JSON.stringify(value).length <= LONGEST_IN_ADDRESS;
}

function brokenBodies(contract: Contract, baseline: Baseline, wants: number[]): TestCase[] {
  const { operation, declared, given, input, bodies } = baseline;
  const testCase = (about: string, { contentType, value }: GoodBody, wire: Wire, lenient = false): TestCase => ({
    lenient,
    operation,
    about,
    wants,
    kind: 'invalid',
    declared,
    given,
    input: { ...input, body: value, contentType },
    wire,
  });
  const cases = operation.bodies.flatMap((content) => {
    if (content.kind === 'binary' || content.kind === 'form') return [];
    const body = richest(bodies.filter(({ contentType }) => contentType === content.mediaType));
    if (!body) return [];
    const schema = bodyInTwin(contract, operation, content)?.schema ?? {};
    const broken = breaksOf(schema, body.value, `${content.kind} body`, content.kind === 'json').map((each) =>
      testCase(each.about, { ...body, value: each.value }, { side: 'broken' }, each.lenient),
    );
    const raw = rawBreaks(content.kind).map(([about, bytes]) =>
      testCase(
        `${content.kind} body: ${about}`,
        body,
        {
          body: { contentType: body.contentType, bytes },
          ...(about === OWN_ENTITY && { documentType: true as const }),
        },
        about === NOT_UTF8,
      ),
    );
    return [...broken, ...raw];
  });
  if (operation.bodyRequired && operation.bodies.every(({ kind }) => kind !== 'binary'))
    cases.push({
      operation,
      about: 'body: missing',
      wants,
      kind: 'invalid',
      declared,
      given,
      input: { ...input, body: undefined },
    });
  return cases;
}

/** The body with most in it has most that can be broken. */
function richest(bodies: GoodBody[]): GoodBody | undefined {
  const size = ({ value }: GoodBody) => JSON.stringify(value)?.length ?? 0;
  return bodies.toSorted((one, other) => size(other) - size(one))[0];
}

const NOT_UTF8 = 'not UTF-8';
const OWN_ENTITY = 'an entity of its own';

type Change = (good: Uint8Array) => Uint8Array;
const text =
  (change: (good: string) => string): Change =>
  (good) =>
    Buffer.from(change(Buffer.from(good).toString()));

function rawBreaks(kind: string): [about: string, change: Change][] {
  const notUtf8: [string, Change] = [NOT_UTF8, (good) => Buffer.concat([good.slice(0, -3), Buffer.from([0xff])])];
  if (kind === 'text') return [notUtf8];
  if (kind === 'json') return [notUtf8, ['not well-formed', text((good) => `${good.slice(0, -1)},,`)]];
  return [
    notUtf8,
    ['not well-formed', text((good) => good.replace(/<\/[^>]*>$|\/>$/, '>'))],
    ['another root element', text(withOtherRoot)],
    [OWN_ENTITY, text((good) => good.replace('?>', '?><!DOCTYPE x [<!ENTITY x "x">]>'))],
  ];
}

function withOtherRoot(document: string): string {
  const root = /<([A-Za-z_][\w.-]*)/.exec(document)?.[1];
  return document.replaceAll(new RegExp(`(</?)${root}(?=[\\s/>])`, 'g'), '$1no-such-root');
}
