import { notFound } from '@mailwright/server';
import { findProgram, type Program } from '../../events/index.ts';
import type { Context } from '../context.ts';

/** @throws ApiError 404 */
export async function requireProgram({ db, accountId }: Context, id: number): Promise<Program> {
  const program = await findProgram(db, accountId, id);
  if (program === undefined) throw notFound('Automation program', id);
  return program;
}
