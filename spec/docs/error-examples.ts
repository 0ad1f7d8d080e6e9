import type { Operation } from '@mailwright/codegen';
import { type AnsweredErrors, messagesOf } from './answered-errors.ts';
import type { Example, Examples } from './examples.ts';

/** Error documents that the service has answered to an operation with a status, each titled with its message. */
export function errorExamples(
  operation: Operation,
  status: string,
  xml: boolean,
  { examples, errors }: { examples: Examples; errors: AnsweredErrors },
): (Example & { title: string })[] {
  return messagesOf(errors, operation, status).map((message) => ({
    ...examples.made('Error', { message }, xml),
    name: slug(message),
    title: message,
  }));
}

/** Returns a message as the name of an example: `Mailing with id 42 not found.` as `mailing-with-id-42-not-found`. */
function slug(message: string): string {
  const words = message.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join('-').slice(0, 100);
}
