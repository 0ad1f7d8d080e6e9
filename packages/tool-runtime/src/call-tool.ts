import { type ToolOperation, titleOf } from './api.ts';
import { bodyOf } from './body.ts';
import type { CallResult, SendCall } from './call.ts';
import { CONFIRMATION_MINUTES, type Confirmations, needsConfirmation } from './confirmation.ts';
import { argumentFault } from './input-schema.ts';

type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };

export interface ToolResult {
  content: Content[];
  isError?: boolean;
  [member: string]: unknown;
}

/** Makes a call for an assistant, or says what is wrong with it, or what it needs first. */
export async function callOperation(
  operation: ToolOperation,
  given: Readonly<Record<string, unknown>>,
  confirmation: unknown,
  { send, confirmations }: { send: SendCall; confirmations: Confirmations },
): Promise<ToolResult> {
  const fault = argumentFault(operation, given);
  if (fault !== undefined) return failure(fault);
  if (needsConfirmation(operation)) {
    if (confirmation === undefined) return success(askFor(confirmations.issue(operation, given), operation, given));
    if (!confirmations.confirms(confirmation, operation, given))
      return failure(
        'Nothing was done: the confirmation is too old, or is one of another call. Call without "confirmation" to get one.',
      );
  } else if (confirmation !== undefined) return failure(`${operation.id} needs no confirmation.`);
  const { body, ...parameters } = given;
  const answer = await send(operation, {
    parameters: new Map(Object.entries({ ...idempotency(operation, confirmation), ...parameters })),
    body: bodyOf(operation, body),
  });
  if (!answer.ok) return failure(`${answer.status}: ${textOf(answer) || answer.message}`);
  const [image] = /^image\/[^;]+/.exec(answer.mediaType) ?? [];
  if (image)
    return { content: [{ type: 'image', data: Buffer.from(answer.bytes).toString('base64'), mimeType: image }] };
  return success(textOf(answer) || 'Done.');
}

const askFor = (token: string, operation: ToolOperation, given: object): string =>
  `Not done yet: ${titleOf(operation)} (${operation.id}), with ${JSON.stringify(given)}. Tell the person what this does. If they agree, make the same call within ${CONFIRMATION_MINUTES} minutes with "confirmation": "${token}".`;

/** A confirmation that is used twice then takes effect once, where the service takes such keys. */
function idempotency({ parameters }: ToolOperation, confirmation: unknown): Record<string, unknown> {
  const key = parameters.find((each) => each.in === 'header' && /^idempotency-key$/i.test(each.wire ?? each.name));
  return key && confirmation !== undefined ? { [key.name]: confirmation } : {};
}

/** A value, in JSON if it has members, which is shorter than XML; else the text as it came. */
function textOf({ value, bytes }: CallResult): string {
  if (['string', 'number', 'bigint', 'boolean'].includes(typeof value)) return String(value);
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) return toJson(value);
  return new TextDecoder().decode(bytes);
}

const toJson = (value: unknown) => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each));

export const success = (text: string): ToolResult => ({ content: [{ type: 'text', text }] });

export const failure = (text: string): ToolResult => ({ content: [{ type: 'text', text }], isError: true });
