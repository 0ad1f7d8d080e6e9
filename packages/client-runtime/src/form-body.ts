import type { BinaryBody } from './body-codec.ts';

/** Fields of a form that are not written as OpenAPI does by itself. */
export interface FormFields {
  readonly [name: string]: { readonly json?: true; readonly type?: string; readonly separator?: string };
}

/** Encodes an object as `application/x-www-form-urlencoded`. */
export const formEncoder =
  (fields: FormFields) =>
  (value: unknown): BinaryBody => {
    const form = new URLSearchParams();
    for (const [name, each, { separator }] of entries(fields, value)) {
      if (separator === undefined || !Array.isArray(each))
        for (const item of items(fields, name, each)) form.append(name, textOf(item));
      else {
        if (each.some((item) => String(item).includes(separator)))
          throw new Error(`items of "${name}" must not contain "${separator}", which separates them`);
        form.append(name, each.join(separator));
      }
    }
    return form.toString();
  };

/** Encodes an object as `multipart/form-data`; the platform chooses the boundary. */
export const multipartEncoder =
  (fields: FormFields) =>
  (value: unknown): FormData => {
    const form = new FormData();
    for (const [name, each, { type }] of entries(fields, value))
      for (const item of items(fields, name, each)) {
        if (item instanceof Blob) form.append(name, item);
        else if (type === undefined && typeof item !== 'object') form.append(name, textOf(item));
        else form.append(name, new Blob([textOf(item)], { type: type ?? 'application/json' }));
      }
    return form;
  };

function entries(fields: FormFields, value: unknown): [name: string, value: unknown, facts: FormFields[string]][] {
  return Object.entries(value as object).flatMap(([name, each]) =>
    each === undefined ? [] : [[name, each, Object.hasOwn(fields, name) ? fields[name]! : {}]],
  );
}

/** A list is a field for each item, unless it is written as JSON. */
const items = (fields: FormFields, name: string, value: unknown): unknown[] =>
  Array.isArray(value) && !(Object.hasOwn(fields, name) && fields[name]!.json) ? value : [value];

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
