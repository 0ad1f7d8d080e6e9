import { deleteRequestsOf, deleteRunsOf, forgetContents } from '../events/index.ts';
import { onErasure } from '../people/index.ts';
import { deleteApprovalsOf, forgetFailures } from '../quality/index.ts';
import { forgetReplies } from '../sending/index.ts';
import { forgetUserAgents } from '../tracking/index.ts';

const hooks = [
  forgetUserAgents,
  forgetReplies,
  deleteApprovalsOf,
  forgetFailures,
  deleteRequestsOf,
  forgetContents,
  deleteRunsOf,
];

/** Every context that holds something about contacts forgets it when they are erased. To be called before any erasure. */
export function registerErasureHooks(): void {
  for (const hook of hooks) onErasure(hook);
}
