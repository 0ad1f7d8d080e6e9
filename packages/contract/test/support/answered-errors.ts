import { writeFileSync } from 'node:fs';
import { errorsText, filledMessage, messagesOf, readAnsweredErrors } from '../../../../spec/docs/answered-errors.ts';
import { type Answered, chooseErrors, formOf, plainMessage } from '../../../../spec/docs/published/choose-errors.ts';
import { answeredErrorsFile } from '../../../../spec/src/files.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { Sender } from '../../src/exchange/send.ts';
import { createInventor } from '../../src/ownership/invent.ts';

/** Collects the error messages of a run, to compare them with the examples of the published description. */
export class ErrorCollector {
  readonly #contract: Contract;
  readonly #unique: RegExp;
  readonly #answered = new Map<string, Answered>();

  /** @param unique matches the values that only the test has: `inventedBy` */
  constructor(contract: Contract, unique: RegExp) {
    this.#contract = contract;
    this.#unique = unique;
  }

  /** Returns a sender that notes the errors of all answers. */
  watch(sender: Sender): Sender {
    return {
      ...sender,
      send: async (request, timeout) => {
        const exchange = await sender.send(request, timeout);
        const { status, body } = exchange.response;
        if (status >= 400) this.#note(request.method, new URL(request.url).pathname, status, body);
        return exchange;
      },
    };
  }

  #note(method: string, path: string, status: number, body: Uint8Array): void {
    const route = this.#contract.route(method, path.replace(/^\/1\.0/, ''));
    const text = new TextDecoder().decode(body);
    // Messages with positions in a document belong to the document of the test.
    if (route.found !== 'operation' || text === '' || text.includes('validation_error')) return;
    const { message } = (
      text.startsWith('{') ? JSON.parse(text) : this.#contract.codec('Error', 'response').decode(text)
    ) as {
      message: string;
    };
    const key = `${route.operation.id} ${status}`;
    const known = this.#answered.get(key) ?? { operation: route.operation.id, status, messages: [] };
    known.messages.push(message);
    this.#answered.set(key, known);
  }

  /** Writes what is shown of the messages into `answered-errors.yaml`. */
  write(): void {
    const all = [...this.#answered.values()].sort((one, other) => (one.operation < other.operation ? -1 : 1));
    writeFileSync(answeredErrorsFile, errorsText(chooseErrors(all, this.#unique)));
  }

  /**
   * Returns the examples of errors that no answer of their operation and status is like, but for numbers: `createMailing 409: …`. Of
   * several examples one is enough, because some depend on what other tests do at the same time.
   */
  unanswered(): string[] {
    const errors = readAnsweredErrors();
    return this.#contract.model.operations.flatMap((operation) =>
      operation.responses.flatMap(({ status }) => {
        const { messages = [] } = this.#answered.get(`${operation.id} ${status}`) ?? {};
        const given = messagesOf(errors, operation, String(status));
        const plain = messages.map((message) => filledMessage(plainMessage(message, this.#unique), operation));
        const forms = new Set(plain.map(formOf));
        const isLike = given.length === 0 || given.some((message) => forms.has(formOf(message)));
        return isLike ? [] : [`${operation.id} ${status}: ${given.join(' ')}`];
      }),
    );
  }
}

/** Returns a pattern of the values that a run with a seed makes up. */
export function inventedBy(seed: string): RegExp {
  const { unique } = createInventor(seed).invent();
  return new RegExp(`${String(unique).slice(0, -1)}\\w*`);
}
