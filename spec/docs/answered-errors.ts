import { readFileSync } from 'node:fs';
import type { Operation } from '@mailwright/codegen';
import { Document, parse, visit } from 'yaml';
import { answeredErrorsFile } from '../src/files.ts';

/** Status -> message -> the operations that answered with it, or `all` for every operation that documents the status. */
export type AnsweredErrors = Record<string, Record<string, 'all' | string[]>>;

/** Reads the error messages that the service gave in the contract tests: `answered-errors.yaml`. */
export function readAnsweredErrors(): AnsweredErrors {
  return parse(readFileSync(answeredErrorsFile, 'utf8'));
}

/** Returns the messages of an operation with a status, its own ones before those of all operations. */
export function messagesOf(errors: AnsweredErrors, operation: Operation, status: string): string[] {
  return Object.entries(errors[status] ?? {})
    .filter(([, operations]) => operations === 'all' || operations.includes(operation.id))
    .sort(([, one], [, other]) => Number(one === 'all') - Number(other === 'all'))
    .map(([message]) => filledMessage(message, operation));
}

/** Returns a message with the right, the method and the path of an operation for `{right}`, `{method}` and `{path}`. */
export function filledMessage(message: string, operation: Operation): string {
  return message.replace(/\{(right|method|path)\}/g, (_, name: 'right') => operation[name]);
}

/** Writes the text of `answered-errors.yaml`. */
export function errorsText(errors: AnsweredErrors): string {
  const document = new Document(errors);
  document.commentBefore = HEAD;
  visit(document, {
    Seq(_, list) {
      list.flow = true;
    },
  });
  return document.toString({ lineWidth: 120, flowCollectionPadding: false });
}

const HEAD = ` Error messages that the service answered in the contract tests, by status and operation; examples of the published
 description. Made by MAILWRIGHT_WRITE_ERRORS=1 npx vitest run packages/contract/test/own-service.test.ts, which otherwise
 compares them. 42 stands for numbers that differ from run to run.`;
