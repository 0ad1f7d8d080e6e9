import { statSync } from 'node:fs';
import type { Contract } from '../contract/contract.ts';
import { loadPreconditions } from '../preconditions/load.ts';
import type { Preconditions } from '../preconditions/preconditions.ts';
import { readArazzo } from './read.ts';

/**
 * Reads declared preconditions: a directory of them, or a file with an Arazzo document.
 * @throws InputError when something in there is wrong or names what is not there
 */
export function loadDeclared(path: string, contract: Contract): Preconditions {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? readArazzo(path, contract) : loadPreconditions(path, contract);
}
