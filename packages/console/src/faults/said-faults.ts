import { InputError, type Middleware, StatusError } from '@mailwright/client';
import type { Say } from '../words.ts';
import { refusals } from './refusals.ts';
import { sayRule } from './rules.ts';

/**
 * Makes refusals of the API, which writes English for programs, sentences for the person: what is wrong by the field and the kind of
 * the fault, in the person's language.
 */
export const sayFaults =
  (say: Say): Middleware =>
  async (request, next) => {
    const result = await next(request);
    if (!result.ok && isRefusal(result.error))
      result.error.message = sayFault(say, request.operation.id, result.error.message);
    return result;
  };

const isRefusal = (error: Error): boolean =>
  error instanceof InputError || (error instanceof StatusError && error.status < 500 && error.status !== 401);

/** A rule of a segment with what is wrong with it. */
const ofRule = /^(?<groups>(?:groups\/group\[\d+\]\/)*)rules\/rule\[(?<rule>\d+)\]: (?<what>.+)$/s;

/** Says a refusal of an operation. What the console has no words for is quoted. */
export function sayFault(say: Say, operationId: string, message: string): string {
  const { groups, rule, what } = ofRule.exec(message)?.groups ?? {};
  if (rule !== undefined && what !== undefined) {
    const fault = sayFault(say, operationId, what);
    return groups === ''
      ? say('Rule {number}: {fault}', { number: rule, fault })
      : say('Rule {number} of a group: {fault}', { number: rule, fault });
  }
  const parts = [message, message.split('; ')].flatMap((whole) => {
    const said = [whole].flat().map((part) => refusals.say(say, part) ?? sayRule(say, operationId, part));
    return said.includes(undefined) ? [] : [said.join(' ')];
  });
  return parts[0] ?? say('This was not accepted: {reason}', { reason: message });
}
