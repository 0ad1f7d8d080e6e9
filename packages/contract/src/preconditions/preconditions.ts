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
  /** What it takes away, `target group`; absent when it only clears the way for another. */
  kind?: string;
  /** Which one: what somebody would look for who takes it away by hand. */
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
  /** What to do when all is tried. */
  undo?: Undo[];
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
}

/** `operations/<operationId>.yaml`: what an operation needs. */
export interface Needs extends Omit<Case, 'together' | 'at'> {
  /** Statuses that take more than the operation always needs. */
  statuses?: Record<string, Case | Case[]>;
  /** Optional parameters that are not tried one by one, because they need others or a state beside them. */
  untried?: string[];
  /** What to do, when all is tried, about a good request: `${sent}` is what it was built from, `${answer}` its answer. */
  undo?: Undo[];
  /** It changes what other operations rely on; it is tried when all others are done. */
  alone?: boolean;
}

/** Entry of `parameters.yaml`, under `path mailingid`: where a parameter gets its values from. */
export interface Binding {
  given?: string[];
  value?: unknown;
  /** What exists nowhere: answered with 404. */
  unknown?: unknown;
  /** Situations after which a resource of this parameter is sealed: 409 for operations with `x-sealed`. */
  sealed?: string[];
  /** What it takes to get a status from any operation that has the parameter and documents the status. */
  statuses?: Record<string, Case | Case[]>;
}

export interface Preconditions {
  situations: ReadonlyMap<string, Situation>;
  operations: ReadonlyMap<string, Needs>;
  /** By place and name: `path mailingid`, `query id`. */
  parameters: ReadonlyMap<string, Binding>;
}

export const NO_PRECONDITIONS: Preconditions = { situations: new Map(), operations: new Map(), parameters: new Map() };
