import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { buildModel } from '../model/build.ts';
import { emitTypes } from '../types/index.ts';
import { emitEnums } from './index.ts';

const model = buildModel(
  describeApi(`components:
  schemas:
    size: { enum: [small, large, in-between, null], type: [string, 'null'] }
    Level: { type: integer, enum: [1, 2], x-enum-varnames: [Low, High] }
    Signal: { type: integer, enum: [3, 5, 7, -1], x-enum-varnames: [Off, On, On, On] }
    Pet:
      type: object
      properties:
        status: { type: string, enum: [free, sold] }
        colours: { type: array, items: { enum: [red, blue] } }
        size: { $ref: '#/components/schemas/size' }
        only: { enum: [one] }
        twice: { enum: ['1', 1, __proto__] }
        any: { enum: [{ a: 1 }, [2], true] }
    PetStatus: { enum: [x, y, 3], type: string }`),
);

test('a constant for each enumeration', () => {
  const text = emitEnums(model)
    .get('enums/constants.ts')!
    .replace(/^.*\n\n/, '');
  expect(text).toBe(`import type { components } from '../types/index.ts';

export const Level = {
  Low: 1,
  High: 2,
} as const satisfies Record<string, components["schemas"]["Level"]>;

export const PetColours = {
  red: "red",
  blue: "blue",
} as const;

export const PetStatus = {
  free: "free",
  sold: "sold",
} as const;

export const PetStatus2 = {
  x: "x",
  y: "y",
} as const satisfies Record<string, components["schemas"]["PetStatus"]>;

export const PetTwice = {
  "1": "1",
  ["__proto__"]: "__proto__",
} as const;

export const Signal = {
  Off: 3,
  On: 5,
  On2: 7,
  On3: -1,
} as const satisfies Record<string, components["schemas"]["Signal"]>;

export const size = {
  small: "small",
  large: "large",
  "in-between": "in-between",
} as const satisfies Record<string, components["schemas"]["size"]>;
`);
});

test('their values have the types of the schemas', () => {
  const use = `import { Level, PetStatus, size } from './enums/index.ts';
import type { Pet } from './types/index.ts';
export const pet: Pet = { status: PetStatus.sold, size: size['in-between'] };
// @ts-expect-error another enumeration
export const wrong: Pet = { status: Level.Low };`;
  expect(typeErrors(new Map([...emitTypes(model), ...emitEnums(model), ['use.ts', use]]))).toEqual([]);
});

test('a description without enumerations', () => {
  expect([...emitEnums(buildModel(describeApi('{}'))).keys()]).toEqual(['enums/index.ts']);
});
