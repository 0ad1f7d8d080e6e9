import type { Operation } from '@mailwright/codegen/description';
import type { Side } from '../contract/contract.ts';
import type { Input } from '../preconditions/preconditions.ts';

/** One request to try, and what must come of it. */
export interface TestCase {
  operation: Operation;
  /** Describes the case, for example `page_size: above 1000`. */
  about: string;
  /** Statuses of which any is right. */
  wants: readonly number[];
  /** `valid` requests must succeed, `invalid` ones break the description, `semantic` ones are refused for what they mean, `protocol` ones whatever the operation does. */
  kind: 'valid' | 'invalid' | 'semantic' | 'protocol';
  /** The input was declared by people. Its status is then certain, and the request may change the declared objects. */
  declared: boolean;
  /** The request is invalid in a way that most services accept. */
  lenient?: boolean;
  /** Any documented status may come of it. */
  guessed?: true | undefined;
  /** Situations to bring about first. */
  given: readonly string[];
  input: Input;
  /** Sent so many times at once, until one of the answers is right. */
  together?: number;
  /** Target of the case if it is not the complete service. */
  at?: 'reduced';
  /** Input to try with when the situations cannot be brought about; absent when that would prove nothing. */
  pretended?: Input;
  wire?: Wire;
}

/** Deviations of a request from the one that its input would produce. */
export interface Wire {
  credentials?: 'none' | 'wrong' | 'powerless';
  /** Over HTTP without TLS. */
  plain?: true;
  accept?: string;
  /** Status that a mock is asked for. */
  prefer?: number;
  /** Encoding of the body; `request` by default. */
  side?: Side;
  /** The body has a document type. */
  documentType?: true;
  /** In place of the body of the input. */
  body?: { contentType: string; bytes: (good: Uint8Array) => Uint8Array };
}

/** Documented statuses, also those for which a class such as `4XX` stands. */
export function documentedStatuses({ responses }: Operation, ...among: number[]): number[] {
  const statuses = responses.map(({ status }) => status).filter((status) => typeof status === 'number');
  return among.length === 0 ? statuses : statuses.filter((status) => among.includes(status));
}

/** Reports whether a status is documented by itself. A class such as `4XX` promises none of its statuses. */
export const isNamed = ({ responses }: Operation, status: number): boolean =>
  responses.some((response) => response.status === status && response.class === undefined);

export const successes = (operation: Operation): number[] =>
  documentedStatuses(operation).filter((status) => status >= 200 && status < 300);

/** Statuses that say something else than "this is no request that I know". */
const HAS_A_REASON = [401, 403, 404, 406, 409, 413, 415, 429];

/** Returns the statuses with which an operation rejects invalid requests; empty if the description lists none. */
export function refusals(operation: Operation): number[] {
  const usual = documentedStatuses(operation, 400, 422);
  if (usual.length > 0) return usual;
  return documentedStatuses(operation).filter(
    (status) => status >= 400 && status < 500 && !HAS_A_REASON.includes(status),
  );
}
