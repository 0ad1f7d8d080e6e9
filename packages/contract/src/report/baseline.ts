import type { Finding } from '../judge/finding.ts';

/** A finding as a baseline remembers it: values that differ from run to run are left out of the message. */
export interface KnownFinding {
  /** Absent for paths that the description does not have. */
  operation?: string | undefined;
  rule: string;
  message: string;
}

/** Returns the key of a finding, equal for the same fault of the same operation in every run. */
export function known(
  operation: string | undefined,
  { rule, message }: Pick<Finding, 'rule' | 'message'>,
): KnownFinding {
  return { ...(operation !== undefined && { operation }), rule, message: withoutValues(message) };
}

/** Texts in quotes and numbers are values of this run; statuses that came, or should have come, are not. */
function withoutValues(message: string): string {
  return message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"').replaceAll(VALUE, '…');
}

const VALUE = /\b(?<!\b(?:Status|returned|Wanted|or|got) )(?=\w*\d)[\w-]+(?:\.\d+)?/g;

/** Findings that a team knows of: only others make a run fail. */
export interface Baseline {
  has(operation: string | undefined, finding: Finding): boolean;
  /** Returns known findings that did not occur: they are fixed or were not tested. */
  unseen(): KnownFinding[];
}

export function createBaseline(all: readonly KnownFinding[]): Baseline {
  const waiting = new Map(all.map((each) => [keyOf(each), each]));
  const keys = new Set(waiting.keys());
  return {
    has(operation, finding) {
      const key = keyOf(known(operation, finding));
      waiting.delete(key);
      return keys.has(key);
    },
    unseen: () => [...waiting.values()],
  };
}

export function keyOf({ operation, rule, message }: KnownFinding): string {
  return JSON.stringify([operation ?? null, rule, message]);
}

/** Each finding once, in an order that does not depend on the run, so that the file has small changes. */
export function distinct(all: readonly KnownFinding[]): KnownFinding[] {
  const byKey = new Map(all.map((each) => [keyOf(each), each]));
  return [...byKey.keys()].sort().map((key) => byKey.get(key)!);
}
