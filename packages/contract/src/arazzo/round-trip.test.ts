import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { xmlDescription } from '../../test/services/xml/description.ts';
import { inferPreconditions } from '../chains/infer.ts';
import { linksOf } from '../chains/links.ts';
import { findResources } from '../chains/resources.ts';
import { type Contract, loadContract } from '../contract/contract.ts';
import { NO_CORPUS } from '../contract/corpus.ts';
import { readSchemas } from '../contract/schemas.ts';
import { NO_PRECONDITIONS, type Preconditions } from '../preconditions/preconditions.ts';
import { baselineOf } from '../test-cases/baseline.ts';
import { semanticCases } from '../test-cases/semantic.ts';
import { validCases } from '../test-cases/valid.ts';
import { toPreconditions } from './read.ts';
import { contractOf, shop } from './testing.ts';
import { writeArazzo } from './write.ts';

const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));
const file = (name: string) => loadContract(join(examples, name));

function infer(contract: Contract): Preconditions {
  const schemas = readSchemas(contract);
  const resources = findResources(contract.model.operations, schemas, linksOf(contract.model));
  return inferPreconditions(contract, resources, schemas, NO_PRECONDITIONS, NO_CORPUS);
}

/** What people have corrected is no longer inferred, as in files that `explain --write` has written. */
function declared({ situations, operations, parameters }: Preconditions): Preconditions {
  const all = <T extends { guessed?: true }>(map: ReadonlyMap<string, T>) =>
    new Map([...map].map(([key, { guessed: _, ...each }]) => [key, each as T]));
  return { situations: all(situations), operations: all(operations), parameters: all(parameters) };
}

/** The requests that preconditions lead to, with the situations before them; of one that is named twice the later one counts. */
async function chainsOf(contract: Contract, preconditions: Preconditions) {
  const requests = [];
  for (const operation of contract.model.operations) {
    const baseline = await baselineOf(operation, { contract, preconditions, corpus: NO_CORPUS });
    for (const { about, wants, given, input, guessed } of [...validCases(baseline), ...semanticCases(baseline)])
      requests.push({ about, wants, input, guessed, given: given.filter((name, i) => !given.includes(name, i + 1)) });
  }
  return {
    situations: Object.fromEntries(
      [...preconditions.situations].map(([name, { steps = [], ...each }]) => [
        name,
        { given: [], ...each, steps: steps.map((step) => ({ with: {}, ...step })) },
      ]),
    ),
    requests: requests.map((each) => JSON.stringify(each)).toSorted(),
  };
}

test.each<[name: string, contract: () => Promise<Contract>, fewest: number]>([
  ['orders in XML', () => contractOf(shop), 2],
  ['invoices in XML', () => contractOf(xmlDescription), 4],
  ['pets', () => file('3.0/yaml/petstore.yaml'), 3],
  ['train tickets', () => file('3.1/yaml/train-travel.yaml'), 1],
])('what is inferred of %s is read again as the same chains', async (_, load, fewest) => {
  const contract = await load();
  const inferred = infer(contract);
  const document = writeArazzo(inferred, contract, './openapi.yaml');
  const again = toPreconditions(parse(stringify(document)), contract);
  expect(again.situations.size).toBe(inferred.situations.size);
  expect(again.situations.size).toBeGreaterThanOrEqual(fewest);
  const wanted = declared(inferred);
  expect(await chainsOf(contract, again)).toEqual(await chainsOf(contract, wanted));
  expect(again.parameters).toEqual(wanted.parameters);
});
