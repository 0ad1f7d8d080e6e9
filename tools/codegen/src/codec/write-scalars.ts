import { type AttributeProperty, type ScalarType, written } from '@mailwright/xml-codec/plan';
import { member, quote } from './identifiers.ts';
import { computed, literal, type Term } from './terms.ts';

/** Text of a scalar; `step` is an expression, '' for nothing. */
export function scalar(type: ScalarType, value: string, step: string): Term {
  return computed(`w.${type === 'string' ? 'text' : type}(${value}, ${step === '' ? "''" : step})`);
}

export function cdata(type: ScalarType, value: string, step: string): Term {
  return type === 'string' ? computed(`w.cdata(${value}, ${step})`) : scalar(type, value, step);
}

/** An attribute of the object `v`: ` id="..."`. */
export function attribute({ key, name, required, type }: AttributeProperty): Term[] {
  const value = get('v', key);
  const step = quote(`@${written(name)}`);
  const text = type === 'string' ? computed(`w.attribute(${value}, ${step})`) : scalar(type, value, step);
  return optional(required, value, [literal(` ${written(name)}="`), text, literal('"')]);
}

export function optional(required: boolean, value: string, terms: Term[]): Term[] {
  return required ? terms : [{ when: `${value} === undefined`, yes: [], no: terms }];
}

/** Keys that every object inherits must be asked for as own properties. */
export function get(object: string, key: string): string {
  return key in Object.prototype ? `w.own(${object}, ${quote(key)})` : member(object, key);
}
