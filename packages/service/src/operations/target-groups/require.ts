import { badRequest, notFound } from '@mailwright/server';
import { findTargetGroup, isForTests, type TargetGroup } from '../../audiences/index.ts';
import type { Context } from '../context.ts';

/** The target group with this id, or 404 with the id in its message. */
export async function requireTargetGroup(context: Context, id: number): Promise<TargetGroup> {
  const group = await findTargetGroup(context.db, context.accountId, id);
  if (group === undefined) throw notFound('Target group', id);
  return group;
}

/** As `requireTargetGroup`; 400 when the group is one for tests, to which no mailing is sent. */
export async function requireUsableGroup(context: Context, id: number): Promise<TargetGroup> {
  const group = await requireTargetGroup(context, id);
  if (isForTests(group)) throw badRequest(`Target group ${id} is a test target group and cannot be used for sending.`);
  return group;
}

/** As `requireTargetGroup`; 400 when the group is none for tests and approvals. */
export async function requireTestTargetGroup(context: Context, id: number): Promise<TargetGroup> {
  const group = await requireTargetGroup(context, id);
  if (isForTests(group)) return group;
  throw badRequest(
    `test_targetgroup_id must be the id of a test target group, but target group ${id} is ${group.type}.`,
  );
}
