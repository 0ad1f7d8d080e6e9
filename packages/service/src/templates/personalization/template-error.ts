import { ApiError } from '@mailwright/server/runtime';

/** A content that no mail can be made of; a request that asks for mails is answered with 400. */
export class TemplateError extends ApiError {
  /** Such as "tag {% if x %} not closed, line:1, col:1". */
  readonly fault: string;
  /** Such as `html`; absent when it concerns all of them. */
  readonly content: string | undefined;

  constructor(fault: string, content?: string) {
    super(400, content === undefined ? fault : `The ${content} cannot be filled: ${fault}`);
    this.fault = fault;
    this.content = content;
  }
}
