import { expect, test } from 'vitest';
import { requireVariants, type VariantCandidate } from './fit.ts';

const draft: VariantCandidate = {
  id: 1,
  type: 'regular',
  state: 'draft',
  contacts_limit: 2_147_483_647,
  target_group_id: 7,
  targetgroup_update: true,
  ignore_permission: false,
  blacklists: [3, 4],
};

test.each<[Partial<VariantCandidate>, string | undefined]>([
  [{}, undefined],
  [{ type: 'trigger' }, '400 Mailing with id 2 is a trigger mailing'],
  [{ state: 'done' }, '409 Mailing with id 2 is done'],
  [{ state: 'archived' }, '409 Mailing with id 2 is archived'],
  [{ state: 'scheduled' }, '409 Mailing with id 2 is scheduled'],
  [{ target_group_id: null }, '400 Mailing with id 2 has no target group'],
  [{ contacts_limit: 10 }, '400 Mailing with id 2 has a limit'],
  [{ target_group_id: 8 }, '400 Mailing with id 2 goes to other contacts than mailing 1'],
  [{ targetgroup_update: false }, '400 Mailing with id 2 goes to other contacts'],
  [{ blacklists: [3] }, '400 Mailing with id 2 goes to other contacts'],
])('%o: %s', (change, fault) => {
  const require = () => requireVariants([draft, { ...draft, id: 2, ...change }]);
  if (fault === undefined) return expect(require).not.toThrow();
  const [status, words] = [Number(fault.slice(0, 3)), fault.slice(4)];
  expect(require).toThrow(expect.objectContaining({ status, message: expect.stringContaining(words) }));
});
