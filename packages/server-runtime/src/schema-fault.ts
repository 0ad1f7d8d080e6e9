import type { SchemaFault } from './api.ts';
import { characters } from './characters.ts';
import { show } from './text.ts';

/**
 * The message for a validation error: `page_size must not exceed 1000 but was 200000`; `root` is the name of the whole value.
 */
export function describeFault(fault: SchemaFault, value: unknown, root: string): string {
  const steps = stepsOf(fault);
  const at = valueAt(value, steps);
  const place = placeOf(steps, root);
  const { params, propertyName } = fault;
  if (propertyName !== undefined)
    return `${place}: the member name ${show(propertyName)} ${ruleOf(fault, propertyName)}`;
  if (fault.keyword === 'required') return `${within(place, params.missingProperty, steps)} is required`;
  const surplus = params.additionalProperty ?? params.unevaluatedProperty;
  if (surplus !== undefined) return `${within(place, surplus, steps)} is not allowed`;
  return `${place} ${ruleOf(fault, at)}`;
}

/** Path and message for a validation error. A member that is missing or not allowed is the end of the path. */
export function locateFault(fault: SchemaFault, value: unknown): { path: PropertyKey[]; message: string } {
  const steps = stepsOf(fault);
  const { missingProperty, additionalProperty, unevaluatedProperty } = fault.params;
  const member = missingProperty ?? additionalProperty ?? unevaluatedProperty;
  const path = steps.map((step, at) => (Array.isArray(valueAt(value, steps.slice(0, at))) ? Number(step) : step));
  const { propertyName } = fault;
  if (propertyName !== undefined)
    return { path: [...path, propertyName], message: `its name ${ruleOf(fault, propertyName)}` };
  if (member === undefined) return { path, message: ruleOf(fault, valueAt(value, steps)) };
  const message = fault.keyword === 'required' ? 'is required' : 'is not allowed';
  return { path: [...path, String(member)], message };
}

const stepsOf = ({ instancePath }: SchemaFault): string[] =>
  instancePath === '' ? [] : instancePath.slice(1).split('/').map(unescapePointer);

function valueAt(value: unknown, steps: readonly string[]): unknown {
  let at = value;
  for (const step of steps) at = (at as Record<string, unknown> | undefined)?.[step];
  return at;
}

/** Removes errors that only repeat another one: in the alternative selected by a discriminator, or of the name of a member. */
export function actualFaults(faults: readonly SchemaFault[]): readonly SchemaFault[] {
  return faults.filter(({ keyword }) => keyword !== 'if' && keyword !== 'propertyNames');
}

/** The pointer to an item, or into it, in a list of which the pointer's list is the part that begins with the item `first`. */
export const movePointer = (pointer: string, first: number): string =>
  pointer.replace(/^\/(\d+)/, (_, index) => `/${Number(index) + first}`);

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

function placeOf(steps: readonly string[], root: string): string {
  let place = '';
  for (const step of steps) {
    if (/^\d+$/.test(step)) place = `${place || root}[${step}]`;
    else place = place ? `${place}.${show(step)}` : show(step);
  }
  return place || root;
}

const within = (place: string, name: unknown, steps: readonly string[]): string =>
  steps.length === 0 ? show(name) : `${place}.${show(name)}`;

function ruleOf({ keyword, params, message }: SchemaFault, value: unknown): string {
  const limit = params.limit as number;
  const was = () => `but was ${show(value)}`;
  switch (keyword) {
    case 'not':
      return `is not allowed ${was()}`;
    case 'type':
      if ([params.type].flat().includes('integer') && Number.isInteger(value))
        return `must be an integer between -${Number.MAX_SAFE_INTEGER} and ${Number.MAX_SAFE_INTEGER} ${was()}`;
      return `must be ${[params.type].flat().map(article).join(' or ')} ${was()}`;
    case 'bigint':
      return `must be an integer${Object.entries(params)
        .map(([rule, of]) => ` (${rule} ${of})`)
        .join('')} ${was()}`;
    case 'instance':
      return `must be a ${params.type} ${was()}`;
    case 'enum':
      return `must be one of ${shownApart(params.allowedValues as unknown[])} ${was()}`;
    case 'const':
      return `must be ${show(params.allowedValue)} ${was()}`;
    case 'minimum':
      return `must be at least ${limit} ${was()}`;
    case 'maximum':
      return `must not exceed ${limit} ${was()}`;
    case 'exclusiveMinimum':
      return `must be greater than ${limit} ${was()}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit} ${was()}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf} ${was()}`;
    case 'minLength':
      return `must have at least ${count(limit, 'character')} but has ${characters(value as string)}`;
    case 'maxLength':
      return `must have at most ${count(limit, 'character')} but has ${characters(value as string)}`;
    case 'minItems':
      return `must have at least ${count(limit, 'item')} but has ${(value as unknown[]).length}`;
    case 'items':
    case 'maxItems':
      return `must have at most ${count(limit, 'item')} but has ${(value as unknown[]).length}`;
    case 'minProperties':
      return `must have at least ${count(limit, 'member')} but has ${Object.keys(value as object).length}`;
    case 'maxProperties':
      return `must have at most ${count(limit, 'member')} but has ${Object.keys(value as object).length}`;
    case 'uniqueItems':
      return `must not hold an item twice, but items ${params.j} and ${params.i} are equal`;
    case 'pattern':
      return `must ${params.words === undefined ? `match ${params.pattern}` : `be ${params.words}`} ${was()}`;
    case 'format':
      return `must be a valid ${params.format} ${was()}`;
    default:
      return `${message ?? 'is not acceptable'} ${was()}`;
  }
}

/** Texts are quoted where other values stand among them: the text `1` is not the number. */
function shownApart(values: readonly unknown[]): string {
  const isMixed = values.some((value) => typeof value !== 'string');
  return values
    .map((value) => (isMixed && typeof value === 'string' ? show(JSON.stringify(value)) : show(value)))
    .join(', ');
}

const count = (limit: number, noun: string): string => `${limit} ${noun}${limit === 1 ? '' : 's'}`;

function article(type: unknown): string {
  if (type === 'null') return 'null';
  return `${type === 'integer' || type === 'object' || type === 'array' ? 'an' : 'a'} ${type}`;
}
