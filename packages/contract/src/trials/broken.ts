import type { Contract } from '../contract/contract.ts';
import { type Break, breaksOf } from '../values/breaks.ts';
import { bodyInTwin, type GoodBody } from '../values/good.ts';
import type { Ground } from './ground.ts';
import { refusals, type Trial, type Wire } from './trial.ts';

/** Longer ones would be refused for the length of the address. */
const LONGEST_IN_ADDRESS = 4_096;

/** Requests that break the description in one way each. */
export function brokenTrials(contract: Contract, ground: Ground): Trial[] {
  const wants = refusals(ground.operation);
  if (wants.length === 0) return [];
  return [...brokenParameters(ground, wants), ...brokenBodies(contract, ground, wants)];
}

function brokenParameters(ground: Ground, wants: number[]): Trial[] {
  const { operation, given, input, parameters } = ground;
  return parameters.flatMap(({ parameter, value, given: before }) => {
    const { name, required, array } = parameter;
    const trial = (about: string, changed: unknown): Trial => ({
      operation,
      about,
      wants,
      kind: 'broken',
      given: [...given, ...before],
      input: { ...input, [name]: changed },
    });
    const good = input[name] ?? value;
    const trials = breaksOf(parameter.schema, good, name, false)
      .filter((each) => fitsAddress(parameter.in, each))
      .map((each) => trial(each.about, each.value));
    if (required && parameter.in !== 'path') trials.unshift(trial(`${name}: missing`, undefined));
    if (!array && parameter.in === 'query') trials.push(trial(`${name}: given twice`, [good, good]));
    return trials;
  });
}

function fitsAddress(place: string, { value }: Break): boolean {
  if (place === 'path' && value === '') return false;
  return JSON.stringify(value).length <= LONGEST_IN_ADDRESS;
}

function brokenBodies(contract: Contract, ground: Ground, wants: number[]): Trial[] {
  const { operation, given, input, bodies } = ground;
  const trial = (about: string, { contentType, value }: GoodBody, wire: Wire): Trial => ({
    operation,
    about,
    wants,
    kind: 'broken',
    given,
    input: { ...input, body: value, contentType },
    wire,
  });
  const trials = operation.bodies.flatMap((content) => {
    if (content.kind === 'binary') return [];
    const body = richest(bodies.filter(({ contentType }) => contentType === content.mediaType));
    if (!body) return [];
    const schema = bodyInTwin(contract, operation, content)?.schema ?? {};
    const broken = breaksOf(schema, body.value, `${content.kind} body`, content.kind === 'json').map((each) =>
      trial(each.about, { ...body, value: each.value }, { side: 'broken' }),
    );
    const raw = rawBreaks(content.kind).map(([about, bytes]) =>
      trial(`${content.kind} body: ${about}`, body, { body: { contentType: body.contentType, bytes } }),
    );
    return [...broken, ...raw];
  });
  if (operation.bodyRequired && operation.bodies.every(({ kind }) => kind !== 'binary'))
    trials.push({
      operation,
      about: 'body: missing',
      wants,
      kind: 'broken',
      given,
      input: { ...input, body: undefined },
    });
  return trials;
}

/** The body with most in it has most that can be broken. */
function richest(bodies: GoodBody[]): GoodBody | undefined {
  const size = ({ value }: GoodBody) => JSON.stringify(value)?.length ?? 0;
  return bodies.toSorted((one, other) => size(other) - size(one))[0];
}

type Change = (good: Uint8Array) => Uint8Array;
const text =
  (change: (good: string) => string): Change =>
  (good) =>
    Buffer.from(change(Buffer.from(good).toString()));

function rawBreaks(kind: string): [about: string, change: Change][] {
  const notUtf8: [string, Change] = ['not UTF-8', (good) => Buffer.concat([good.slice(0, -3), Buffer.from([0xff])])];
  if (kind === 'text') return [notUtf8];
  if (kind === 'json') return [notUtf8, ['not well-formed', text((good) => `${good.slice(0, -1)},,`)]];
  return [
    notUtf8,
    ['not well-formed', text((good) => good.replace(/<\/[^>]*>$|\/>$/, '>'))],
    ['another root element', text(withOtherRoot)],
    ['an entity of its own', text((good) => good.replace('?>', '?><!DOCTYPE x [<!ENTITY x "x">]>'))],
  ];
}

function withOtherRoot(document: string): string {
  const root = /<([A-Za-z_][\w.-]*)/.exec(document)?.[1];
  return document.replaceAll(new RegExp(`(</?)${root}(?=[\\s/>])`, 'g'), '$1no-such-root');
}
