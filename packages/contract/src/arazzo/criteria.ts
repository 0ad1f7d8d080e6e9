import type { Step } from '../preconditions/preconditions.ts';
import { type ArazzoNode, keysOfPointer } from './node.ts';

/** What the criteria of a step demand of its answer. */
export interface Demands {
  /** The status, if one is named. */
  status?: number;
  /** The answer is waited for until it says this. */
  until?: NonNullable<Step['until']>;
}

const STATUS = /^\$statusCode\s*==\s*(\d{3})$/;
const SUCCESS = /^\$statusCode\s*(?:<\s*(?:300|400)|>=\s*200)$/;
const BODY = /^\$response\.body(?:#(\/[^\s=]*))?\s*==\s*(?:'((?:[^']|'')*)'|([\w.+-]+))$/;

/**
 * Reads the success criteria of a step: `$statusCode == 409`, and comparisons of the body or one of its members with a text or a
 * number, alternatives joined by `||`, conjunctions by `&&`.
 * @throws InputError for all other conditions and types, naming the place
 */
export function readCriteria(criteria: ArazzoNode): Demands {
  const demands: Demands = {};
  const children: { [child: string]: string[] } = {};
  for (const criterion of criteria.items()) {
    const condition = readCondition(criterion);
    for (const each of condition.text().split('&&')) {
      const part = each.trim();
      const status = STATUS.exec(part)?.[1];
      if (status !== undefined) {
        if (demands.status !== undefined && demands.status !== Number(status))
          condition.fail(`demands the status ${status} beside ${demands.status}`);
        demands.status = Number(status);
      } else if (!SUCCESS.test(part)) addBody(part, condition);
    }
  }
  if (Object.keys(children).length > 0) {
    if (demands.until !== undefined) criteria.fail('compare both the body and its members, which is not read');
    demands.until = children;
  }
  return demands;

  function addBody(part: string, condition: ArazzoNode): void {
    const found = part.split('||').map((each) => BODY.exec(each.trim()));
    if (found.some((each) => each === null))
      condition.fail(
        `"${part}" is not read; the kit reads $statusCode == 409, $response.body == 'done' and $response.body#/state == 'done', joined by && and ||`,
      );
    const pointers = new Set(found.map((each) => each![1] ?? ''));
    if (pointers.size > 1) condition.fail(`"${part}" compares several members; write one criterion for each`);
    const [child, ...deeper] = keysOfPointer(condition, [...pointers][0]!);
    const texts = found.map((each) => each![2]?.replaceAll("''", "'") ?? each![3]!);
    if (deeper.length > 0) condition.fail(`"${part}" looks deeper than one member, which is not read`);
    if (child !== undefined) children[child] = texts;
    else if (texts.length > 1) condition.fail(`"${part}" allows several texts of a body, which is not read`);
    else demands.until = texts[0]!;
  }
}

function readCondition(criterion: ArazzoNode): ArazzoNode {
  criterion.checkKeys(['condition', 'context', 'type']);
  const { value } = criterion.member('type');
  const type = typeof value === 'object' && value !== null ? (value as { type?: unknown }).type : value;
  if (type !== undefined && type !== 'simple')
    criterion.member('type').fail(`criteria of the type "${type}" are not read; write a simple condition`);
  if (criterion.member('context').isPresent) criterion.member('context').fail('simple conditions have no context');
  return criterion.member('condition');
}

/**
 * Checks the actions of a step: the kit goes from step to step, repeats a step whose answer it waits for, and stops at a failure.
 * @returns whether the step is repeated until its criteria hold
 * @throws InputError for jumps, which are not followed
 */
export function readActions(onSuccess: ArazzoNode[], onFailure: ArazzoNode[], isLast: boolean): boolean {
  for (const action of onSuccess) {
    const type = typeOf(action);
    if (type === 'end' && (isLast || action.member('criteria').items().length > 0)) {
      if (isLast) continue;
      action.fail('an end under a condition is not followed; make two workflows of it');
    }
    action.fail(
      type === 'goto'
        ? 'goto is not followed; write the steps in their order, or a workflow of its own with dependsOn'
        : 'ends the workflow, so that the steps after it are never taken',
    );
  }
  let repeats = false;
  for (const action of onFailure) {
    const type = typeOf(action);
    if (type === 'end') continue;
    if (type === 'goto') action.fail('goto is not followed; a failure ends the workflow');
    if (action.member('stepId').isPresent || action.member('workflowId').isPresent)
      action.fail('a retry that goes elsewhere first is not followed');
    repeats = true;
  }
  return repeats;
}

function typeOf(action: ArazzoNode): string {
  action.checkKeys(['name', 'type', 'stepId', 'workflowId', 'retryAfter', 'retryLimit', 'criteria']);
  const type = action.member('type').text();
  if (!['end', 'goto', 'retry'].includes(type))
    action.member('type').fail(`must be end, goto or retry but was ${type}`);
  return type;
}
