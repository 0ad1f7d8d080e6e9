import { DecodeError } from './errors/decode-error.ts';
import { unanswered } from './failure.ts';
import type { Middleware } from './middleware.ts';

/** A schema of https://standardschema.dev, such as those of `--schemas`, Zod, Valibot and ArkType. */
interface AnswerSchema {
  readonly '~standard': {
    validate(value: unknown): Validated | Promise<Validated>;
  };
}

interface Validated {
  readonly issues?: readonly Issue[] | undefined;
}

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Schemas of successes by operation and status; `answerSchemas` of the generated `schemas/answers.ts`. */
export interface AnswerSchemas {
  readonly [operation: string]: { readonly [status: number]: AnswerSchema } | undefined;
}

/** Issues in a message. */
const most = 5;

/** Middleware that makes a success a `DecodeError` if its data is not as these schemas say; without it, only XML is checked. */
export function validateAnswers(schemas: AnswerSchemas): Middleware {
  return async (request, next) => {
    const result = await next(request);
    const { id } = request.operation;
    const schema = result.ok && Object.hasOwn(schemas, id) ? schemas[id]![result.status] : undefined;
    if (!schema) return result;
    const { issues = [] } = await schema['~standard'].validate(result.data);
    if (issues.length === 0) return result;
    const { status, headers, requestId } = result;
    const cause = new Error(issues.slice(0, most).map(described).join('; '), { cause: issues });
    return unanswered(new DecodeError({ operationId: id, status, headers, requestId, rawBody: '' }, cause));
  };
}

function described({ path = [], message }: Issue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return `${['data', ...keys].join('.')} ${message}`;
}
