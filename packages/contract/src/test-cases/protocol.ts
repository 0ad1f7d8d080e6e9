import type { Baseline } from './baseline.ts';
import { documentedStatuses, isNamed, type TestCase, type Wire } from './test-case.ts';

/** Capabilities of a target that decide which cases can be tested. */
export interface Abilities {
  /** There is a key without the right that the operation takes. */
  powerless: boolean;
  /** There is an address without TLS. */
  plain: boolean;
  /** The target is a mock, which responds with the requested status. */
  prefer: boolean;
  /** Largest body that the description allows, in bytes, when it says so. */
  maxBody?: number;
}

const NO_SUCH_TYPE = 'application/x-no-such-type';

/**
 * Statuses that a service has to have only if the description names them: many services ignore `Accept`, the type and the
 * length of bodies, and plain HTTP.
 */
const MUST_BE_NAMED = [406, 413, 415];

/** Returns cases that every operation must reject: no key, missing right, no TLS, unknown media type, oversized body. */
export function protocolCases(
  { operation, declared, given, input, pretended, bodies }: Baseline,
  { powerless, plain, maxBody }: Abilities,
): TestCase[] {
  const testCase = (status: number, about: string, wire: Wire): TestCase[] => {
    const isPromised = isNamed(operation, status) || !(wire.plain || MUST_BE_NAMED.includes(status));
    const wants = isPromised ? documentedStatuses(operation, status) : [];
    return wants.length === 0
      ? []
      : [{ operation, about, wants, kind: 'protocol', declared, given, input, pretended, wire }];
  };
  const body = (contentType: string, bytes: (good: Uint8Array) => Uint8Array): Wire => ({
    body: { contentType, bytes },
  });
  const [first] = bodies;
  const takesAny = operation.bodies.some(({ mediaType }) => mediaType.includes('*'));
  return [
    ...(operation.secured ? testCase(401, 'no key', { credentials: 'none' }) : []),
    ...(operation.secured ? testCase(401, 'an unknown key', { credentials: 'wrong' }) : []),
    ...(operation.secured && powerless ? testCase(403, 'a key without the right', { credentials: 'powerless' }) : []),
    ...(plain ? testCase(403, 'plain HTTP', { plain: true }) : []),
    ...testCase(406, 'no acceptable media type', { accept: NO_SUCH_TYPE }),
    ...(first && !takesAny
      ? testCase(
          415,
          'a media type that is not taken',
          body(NO_SUCH_TYPE, (good) => good),
        )
      : []),
    ...(first && maxBody !== undefined
      ? testCase(
          413,
          'too long a body',
          body(first.contentType, () => Buffer.alloc(maxBody + 1, ' ')),
        )
      : []),
  ];
}
