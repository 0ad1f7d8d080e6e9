import { createCaller } from '../calls/caller.ts';
import { createSteps } from '../calls/steps.ts';
import { linksOf } from '../chains/links.ts';
import { findResources } from '../chains/resources.ts';
import type { Contract } from '../contract/contract.ts';
import { readSchemas } from '../contract/schemas.ts';
import type { Sender } from '../exchange/send.ts';
import type { Remains } from '../ownership/journal.ts';
import type { Left } from '../ownership/left.ts';
import type { Target } from '../test-cases/request.ts';
import { clean } from './clean.ts';

/** Takes away what a run has made that did not come to its end, and tells what is left, or may be. */
export async function cleanUp(
  { things, undos, unanswered }: Remains,
  contract: Contract,
  target: Target,
  sender: Pick<Sender, 'send'>,
): Promise<Left[]> {
  const resources = findResources(contract.model.operations, readSchemas(contract), linksOf(contract.model));
  const call = createCaller(contract, [target.baseUrl], sender, () => {});
  const { takeAway } = createSteps(contract, target, call);
  const left: Left[] = [];
  for (const { purpose, undo, known } of undos)
    for (const each of undo) left.push(...(await takeAway(purpose, each, known)));
  const made = things.flatMap(({ kind, path }) => {
    const resource = resources.find(({ name }) => name === kind);
    if (!resource) left.push({ kind, name: path, why: 'the description does not have it any more' });
    return resource ? [{ resource, path }] : [];
  });
  const nameless = unanswered.map(({ method, path, body }) => ({
    kind: `${method} ${path}`,
    name: body,
    why: 'the run ended before it was answered: it may have made something',
  }));
  return [...left, ...(await clean({ things: () => made, nameless: () => nameless }, target, call))];
}
