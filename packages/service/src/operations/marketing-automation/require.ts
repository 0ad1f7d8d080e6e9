import { notFound } from '@mailwright/server';
import { findProgram, findVersion, type Program } from '../../events/index.ts';
import type { Context } from '../context.ts';

/** @throws ApiError 404 */
export async function requireProgram({ db, accountId }: Context, id: number): Promise<Program> {
  const program = await findProgram(db, accountId, id);
  if (program === undefined) throw notFound('Automation program', id);
  return program;
}

/** The steps and the goal that a program had in a version. @throws ApiError 404 */
export async function requireVersion({ db }: Context, program: Program, version: number) {
  const found = await findVersion(db, program, version);
  if (found === undefined) throw notFound('Version of the automation program', version);
  return found;
}
