import type { Operation } from '../model/model.ts';
import { chunk, countLines } from '../types/chunk.ts';
import type { Answers } from './answers.ts';

/** Lines of the members of a file; header, imports and braces come on top and stay below 800 together. */
export const LIMIT = 640;

/** An operation with the texts made of it. */
export interface Drafted {
  operation: Operation;
  answers: Answers;
  types: string;
  table: string;
}

/** Operations that stand in one file: those of a group, or some of them when they are too many. */
export interface Part {
  /** Name of the files, `mailings` or `mailings-2`. */
  name: string;
  group: string;
  operations: Drafted[];
}

/** Files that every stub may have. */
const TAKEN = ['errors', 'index', 'shapes'];

export function partsOf(drafted: Drafted[]): Part[] {
  const groups = Map.groupBy(drafted, ({ operation }) => operation.group);
  return [...groups].flatMap(([group, operations]) => {
    const members = operations.map(({ operation, table, types }) => ({
      name: operation.id,
      text: countLines(table) > countLines(types) ? table : types,
    }));
    return chunk(TAKEN.includes(group) ? `${group}_` : group, members, LIMIT).map(({ name, members: some }) => ({
      name,
      group,
      operations: some.map((member) => operations.find(({ operation }) => operation.id === member.name)!),
    }));
  });
}
