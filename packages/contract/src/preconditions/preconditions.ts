import type { Operation } from '@mailwright/codegen/description';

/** Flat input of an operation: parameters by wire name, `body`, `contentType`. `${…}` stands for what situations gave. */
export type Input = Record<string, unknown>;

/** A call that brings something about. */
export interface Step {
  operation: string;
  with?: Input;
  /** Name under which the body of the answer is kept. */
  as?: string;
  /** `another key`: made with one of the limited keys, one that has the right. */
  by?: 'another key';
  /** Called so many times, or until it is refused; keeps a list of the bodies. */
  repeat?: number;
  /** A list: called for every item, which is `${each}`. */
  each?: string;
  /**
   * Repeats a reading call, also while it is answered with 404, until the answer has this text form, or these children, each with one of these texts:
   * `{ state: [ready, failed] }`; for work that goes on behind the answer.
   */
  until?: string | { [child: string]: string | string[] };
}

/**
 * How something is taken away that a run has made. It may fail, for what it takes away may be gone. One whose references lead
 * nowhere has nothing to take away.
 */
export interface Undo extends Pick<Step, 'with' | 'by' | 'each'> {
  /** Absent where no operation takes it away. */
  operation?: string;
  /** The kind of resource that is deleted, such as `target group`; absent if the call only prepares another deletion. */
  kind?: string;
  /** Identifies the object, for someone who deletes it by hand. */
  name?: string;
}

/** `situations/<name>.yaml`: something that must be there first. */
export interface Situation {
  about: string;
  /** Situations that come before this one. */
  given?: string[];
  /** Values to use in the steps and to keep. */
  let?: Input;
  steps?: Step[];
  /** Made once, and nobody changes it. */
  shared?: boolean;
  /** Calls to make at the end of the run. */
  undo?: Undo[];
  /** Nobody has declared it: it was found in the description, and may fail. */
  guessed?: true;
}

/** One way to a status. */
export interface Case {
  about?: string;
  given?: string[];
  with?: Input;
  /**
   * Sent so many times at once, again and again until an answer has the status, while the others succeed: for what is
   * refused only as long as something runs.
   */
  together?: number;
  /** `reduced`: tried where the operator has switched parts of the service off, and left out where there is no such place. */
  at?: 'reduced';
  /** Nobody knows that it leads to this status: any documented one may come of it. */
  guessed?: true;
}

/** `operations/<operationId>.yaml`: what an operation needs. */
export interface Needs extends Omit<Case, 'together' | 'at'> {
  /** Statuses that take more than the operation always needs. */
  statuses?: Record<string, Case | Case[]>;
  /** Further bodies that are good, with the situations that they take; the first has all properties, if one was found. */
  bodies?: { about: string; value: unknown; given?: string[] }[];
  /** Optional parameters that are not tried one by one, because they need others or a state beside them. */
  untried?: string[];
  /**
   * Calls to make at the end of the run for a valid request: `${sent}` is the input of the request, `${answer}` its response.
   */
  undo?: Undo[];
  /** The operation changes data that others rely on, so it is tried last. */
  alone?: boolean;
}

/**
 * Entry of `parameters.yaml`: where a parameter gets its values from. Its key is `path mailingid`, or
 * `path id of /orders/{id}` for this path and all below it.
 */
export interface Binding {
  given?: string[];
  value?: unknown;
  /** A value that does not exist and is answered with 404. */
  unknown?: unknown;
  /** Inferred from the description. */
  guessed?: true;
  /** Situations after which a resource of this parameter is sealed: 409 for operations with `x-sealed`. */
  sealed?: string[];
  /** Cases that lead to a status, for any operation that has the parameter and documents the status. */
  statuses?: Record<string, Case | Case[]>;
}

export interface Preconditions {
  situations: ReadonlyMap<string, Situation>;
  operations: ReadonlyMap<string, Needs>;
  /** By place and name, `path mailingid`, or by place, name and path, `path id of /orders/{id}`. */
  parameters: ReadonlyMap<string, Binding>;
}

export const NO_PRECONDITIONS: Preconditions = { situations: new Map(), operations: new Map(), parameters: new Map() };

/** Reports whether people have said anything about an operation: nothing is guessed beside it then. */
export function isDeclared({ situations, operations, parameters }: Preconditions, operation: Operation): boolean {
  const people = [...situations.values()].filter(({ guessed }) => !guessed);
  const isBound = (parameter: { in: string; name: string }) => {
    const binding = bindingFor(parameters, operation, parameter);
    return binding !== undefined && !binding.guessed;
  };
  return (
    people.some(({ steps = [] }) => steps.some((step) => step.operation === operation.id)) ||
    (operations.get(operation.id) ?? { guessed: true }).guessed !== true ||
    operation.parameters.some(isBound)
  );
}

/** Reports whether people have said how to take away what an operation makes. */
export function isUndone({ situations, operations }: Preconditions, { id }: Operation): boolean {
  const isStepOf = ({ steps = [] }: Situation) => steps.some(({ operation }) => operation === id);
  return (
    operations.get(id)?.undo !== undefined ||
    [...situations.values()].some((each) => each.undo !== undefined && isStepOf(each))
  );
}

/** Returns the binding of a parameter: that of the longest matching path, else the one for all parameters of this name. */
export function bindingFor(
  parameters: Preconditions['parameters'],
  { path }: Pick<Operation, 'path'>,
  parameter: { in: string; name: string },
): Binding | undefined {
  const key = bindingKey(parameter);
  const keys = [...parameters.keys()].filter(
    (each) => each.startsWith(`${key} of `) && isBelow(path, each.split(' of ')[1]!),
  );
  return parameters.get(keys.toSorted((one, other) => other.length - one.length)[0] ?? key);
}

const bindingKey = (parameter: { in: string; name: string }) => `${parameter.in} ${parameter.name}`;

const isBelow = (path: string, above: string) => path === above || path.startsWith(`${above}/`);
