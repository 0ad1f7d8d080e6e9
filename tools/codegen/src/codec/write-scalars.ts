import { type AttributeProperty, type ScalarType, written } from '@mailwright/xml-codec/plan';
import { member, quote } from './identifiers.ts';
import type { WriteBody } from './write-body.ts';

/** Writes a scalar; `step` is an expression, '' for nothing. */
export function scalar(type: ScalarType, value: string, step: string): string {
  return `w.${type === 'string' ? 'text' : type}(o, ${value}, ${step === '' ? "''" : step});`;
}

export function cdata(type: ScalarType, value: string, step: string): string {
  return type === 'string' ? `w.cdata(o, ${value}, ${step});` : scalar(type, value, step);
}

/** An attribute of the object `v`: ` id="..."`. */
export function attribute(body: WriteBody, property: AttributeProperty): void {
  const { key, name, type } = property;
  const value = get('v', key);
  const step = quote(`@${written(name)}`);
  body.maybe(property, value, (inner) => {
    inner.text(` ${written(name)}="`);
    inner.code(
      type === 'string'
        ? `w.attribute(o, ${value}, ${step});`
        : type === 'scalar'
          ? `w.attribute(o, w.plain(${value}), ${step});`
          : scalar(type, value, step),
    );
    inner.text('"');
  });
}

/** Keys that every object inherits must be asked for as own properties. */
export function get(object: string, key: string): string {
  return key in Object.prototype ? `w.own(${object}, ${quote(key)})` : member(object, key);
}
