import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deep } from '../../../tools/verify/src/deep.ts';
import { type UnknownElement, type XmlCodec, XmlError } from '../src/index.ts';
import { UnsupportedSchemaError } from '../src/plan/index.ts';
import { components, mutated, valuesOf } from './arbitraries.ts';
import { codecs } from './compiled.ts';

/** Codecs of random components; schemas that are refused are passed over. */
const compilable = components
  .map((schemas) => {
    try {
      return { ...codecs(schemas), toString: () => JSON.stringify(schemas) };
    } catch (error) {
      if (error instanceof UnsupportedSchemaError) return undefined;
      throw error;
    }
  })
  .filter((both) => both !== undefined);

const withValue = compilable.chain((both) =>
  valuesOf(both.plans.get('Root')!.root, both.plans).map((value) =>
    shown({ ...both, value }, () => fc.stringify(value)),
  ),
);

const withDamage = withValue.chain((given) =>
  mutated(given.compiled.encode(given.value)).map((xml) => shown({ ...given, xml }, () => fc.stringify(xml))),
);

/** Counterexamples print as schemas and value, not as codecs. */
function shown<T extends { toString(): string }>(given: T, more: () => string): T {
  return { ...given, [fc.toStringMethod]: () => `${given.toString()} ${more()}` };
}

/** Decodes a document and lists the elements that the schema does not describe. */
function withUnknown(codec: XmlCodec<unknown>, xml: string): unknown {
  const unknown: string[] = [];
  const onUnknown = ({ path, known }: UnknownElement) => unknown.push(`${path}: ${known.join()}`);
  return { value: codec.decode(xml, { onUnknown }), unknown: unknown.sort() };
}

function outcome(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    if (error instanceof XmlError) return 'refused';
    throw error;
  }
}

const RUNS = {
  numRuns: Number(process.env.XML_CODEC_RUNS ?? (deep ? 10_000 : 200)),
  seed: Number(process.env.XML_CODEC_SEED ?? 20310203),
};

describe('any schema, any value', () => {
  test('comes back from its document, from both codecs alike', () => {
    fc.assert(
      fc.property(withValue, ({ compiled, reference, value }) => {
        const xml = compiled.encode(value);
        expect(reference.encode(value)).toBe(xml);
        expect(new TextDecoder().decode(compiled.encodeBytes(value))).toBe(xml);
        assert.deepStrictEqual(compiled.decode(xml), value);
        assert.deepStrictEqual(reference.decode(xml), value);
      }),
      RUNS,
    );
  });

  test('damaged documents are refused by both codecs, or read alike, and the same is unknown in them', () => {
    fc.assert(
      fc.property(withDamage, ({ compiled, reference, xml }) => {
        assert.deepStrictEqual(
          outcome(() => withUnknown(compiled, xml)),
          outcome(() => withUnknown(reference, xml)),
        );
      }),
      { ...RUNS, numRuns: 2 * RUNS.numRuns },
    );
  });
});
