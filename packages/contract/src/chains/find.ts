import type { Contract } from '../contract/contract.ts';
import { NO_CORPUS } from '../contract/corpus.ts';
import { readSchemas } from '../contract/schemas.ts';
import { NO_PRECONDITIONS, type Preconditions } from '../preconditions/preconditions.ts';
import { inferPreconditions } from './infer.ts';
import { linksOf } from './links.ts';
import { findResources, type Resource } from './resources.ts';

/** Finds what a description alone tells of how things are made, and which id feeds which parameter. */
export function findChains(contract: Contract): { resources: Resource[]; inferred: Preconditions } {
  const schemas = readSchemas(contract);
  const resources = findResources(contract.model.operations, schemas, linksOf(contract.model));
  return { resources, inferred: inferPreconditions(contract, resources, schemas, NO_PRECONDITIONS, NO_CORPUS) };
}
