import type { Say } from '../words.ts';
import { findField, type NamedField } from './fields.ts';
import { valueForms } from './forms.ts';

/** How one input breaks the description, by the service or by the client: its name, what is wrong, and values. */
const rule =
  /^(?:Input of \S+ cannot be sent: \/[^/\s]+\/)?(?<name>\S+?):? (?:(?<required>is required)|must be one of .* but was .*|must be (?<form>.*?)(?: but was .*|, not \S+)|must match .* but was .*|must be at least (?<least>[\d.]+)|must not exceed (?<most>[\d.]+) but was .*|must have at (?<bound>least|most) (?<limit>\d+) (?<noun>character|item|member|value)s?(?: but has (?<has>\d+))?|must not hold an item twice.*|(?<invisible>must not contain control characters.*)|must not contain .*)$/s;

/** Says which field is wrong and what it takes; `undefined` for other sentences. */
export function sayRule(say: Say, operationId: string, fault: string): string | undefined {
  const found = rule.exec(fault.replace(/^(\S+ must be at least [\d.]+) but was .*$/s, '$1'))?.groups;
  if (found === undefined) return undefined;
  const field = nameOf(say, findField(operationId, found.name!));
  const { required, form, least, most, bound, limit, noun, invisible } = found;
  if (required) return say('{field}: fill it in.', { field });
  if (least && found.name!.endsWith('_id')) return say('{field}: choose one.', { field });
  if (least) return say('{field}: at least {limit, number}.', { field, limit: Number(least) });
  if (most) return say('{field}: at most {limit, number}.', { field, limit: Number(most) });
  if (limit) return sayLength(say, field, { bound: bound!, limit: Number(limit), noun: noun!, has: Number(found.has) });
  if (form) return sayForm(say, field, form);
  if (invisible)
    return say('{field}: it has invisible characters, which come with copied texts. Type it anew.', { field });
  return say('{field}: this value is not accepted.', { field });
}

const nameOf = (say: Say, { label, position }: NamedField): string => {
  const field = label === undefined ? say('One of the fields') : say(label);
  return position === undefined ? field : say('{field}, number {position, number}', { field, position });
};

function sayForm(say: Say, field: string, form: string): string {
  const wanted = valueForms.say(say, form);
  if (wanted !== undefined) return say('{field}: it must be {wanted}.', { field, wanted });
  if (/integer/.test(form)) return say('{field}: enter a whole number.', { field });
  if (/number|multiple of/.test(form)) return say('{field}: enter a number.', { field });
  return say('{field}: this value is not accepted.', { field });
}

interface Length {
  bound: string;
  limit: number;
  noun: string;
  has: number;
}

function sayLength(say: Say, field: string, { bound, limit, noun, has }: Length): string {
  if (noun !== 'character')
    return bound === 'least'
      ? say('{field}: at least {limit, plural, one {# entry} other {# entries}}.', { field, limit })
      : say('{field}: at most {limit, plural, one {# entry} other {# entries}}.', { field, limit });
  if (bound === 'least' && limit === 1) return say('{field}: fill it in.', { field });
  return bound === 'least'
    ? say('{field}: at least {limit, number} characters, not {has, number}.', { field, limit, has })
    : say('{field}: at most {limit, number} characters, not {has, number}.', { field, limit, has });
}
