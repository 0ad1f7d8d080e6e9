import type { Operation, Service } from '@mailwright/client-runtime';

/** A description as command lines and assistants use it. Generated. */
export interface ToolApi {
  /** Name of the command, `swagger-petstore`. */
  name: string;
  title: string;
  version: string;
  description: string;
  /** Its first server, unless that is a relative address. */
  baseUrl?: string;
  schemes: readonly ToolScheme[];
  operations: readonly ToolOperation[];
  /** Schemas that those of bodies refer to, `#/$defs/Pet`, by name. */
  schemas: ToolSchemas;
  /** Loads what the generated client knows. Lists and help start faster without it. */
  loadClient(): Promise<ToolClient>;
}

export type ToolSchemas = Readonly<Record<string, object>>;

export interface ToolClient {
  operations: readonly Operation[];
  service: Service;
}

/** A security scheme whose credentials a client can send. */
export interface ToolScheme {
  name: string;
  /** The credentials can be `user:password`. */
  basic?: true;
  about: string;
}

export interface ToolOperation {
  id: string;
  /** Group and name of the command: `contact-filters`, `get-by-email`. */
  group: string;
  name: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  /** The effect cannot be taken back, such as mail that is sent: assistants need a confirmation. */
  confirm?: true;
  parameters: readonly ToolParameter[];
  body?: ToolBody;
}

export interface ToolParameter {
  /** Name in the input of the client. */
  name: string;
  /** Name in the request, if it is another one. */
  wire?: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required: boolean;
  description: string;
  schema: JsonSchema;
}

export interface ToolBody {
  required: boolean;
  /** In the order of the description. */
  mediaTypes: readonly string[];
  /** Of its value; absent for texts and bytes. */
  schema?: object;
  /** Fields of a form that are files. */
  files?: readonly string[];
}

export type JsonSchema = { readonly type?: string | readonly string[]; readonly enum?: readonly unknown[] } & {
  readonly [keyword: string]: unknown;
};

/** Reports whether an operation only reads. */
export const isReading = ({ method }: ToolOperation): boolean => method === 'GET' || method === 'HEAD';

/** What an operation does, in a line: its summary, or how its description begins, or its address. */
export function titleOf({ summary, description, method, path }: ToolOperation): string {
  const [line = ''] = description.trim().split('\n', 1);
  const sentence = /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  const begin = sentence.length > LONGEST ? `${sentence.slice(0, LONGEST - 1)}…` : sentence;
  return summary || begin || `${method} ${path}`;
}

const LONGEST = 160;
