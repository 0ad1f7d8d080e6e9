import type { Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { type Baseline, baselineOf, type Sources } from './baseline.ts';
import { invalidCases } from './invalid.ts';
import { type Abilities, protocolCases } from './protocol.ts';
import { semanticCases } from './semantic.ts';
import type { TestCase } from './test-case.ts';
import { validCases } from './valid.ts';

/** A mock holds nothing: there each status is asked for. */
function preferCases(contract: Contract, baseline: Baseline, abilities: Abilities): TestCase[] {
  const { operation, given, input } = baseline;
  // One status of each class is enough.
  const statuses = new Map(
    operation.responses.flatMap(({ status, class: name }) => (status === 'default' ? [] : [[name ?? status, status]])),
  );
  const asked = [...statuses.values()].map((status): TestCase => {
    const about = `asked for ${status}`;
    const wire = { prefer: status };
    return { operation, about, wants: [status], kind: 'semantic', declared: false, given, input, wire };
  });
  const protocol = protocolCases(baseline, abilities).filter(({ wire }) => wire?.credentials !== 'wrong');
  return [...validCases(baseline), ...asked, ...invalidCases(contract, baseline), ...protocol];
}

/** All that is tried on an operation, the good requests first. */
export async function testCasesOf(operation: Operation, sources: Sources, abilities: Abilities): Promise<TestCase[]> {
  const baseline = await baselineOf(operation, sources);
  if (abilities.prefer) return preferCases(sources.contract, baseline, abilities);
  return [
    ...validCases(baseline),
    ...semanticCases(baseline),
    ...invalidCases(sources.contract, baseline),
    ...protocolCases(baseline, abilities),
  ];
}
