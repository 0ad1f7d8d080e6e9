import { Server } from '@modelcontextprotocol/server';
import { isReading, type ToolApi, type ToolOperation, titleOf } from './api.ts';
import type { SendCall } from './call.ts';
import { callOperation, failure, success, type ToolResult } from './call-tool.ts';
import { type Confirmations, createConfirmations, needsConfirmation } from './confirmation.ts';
import { inputSchema, type ToolSchema, toolFault } from './input-schema.ts';
import { LONGEST_QUERY, searchOperations } from './search.ts';

export interface ToolServerOptions {
  /** Operations that are offered; all by default. */
  operations?: readonly ToolOperation[];
  /** Largest list of tools in characters; an API with more is offered by search. */
  limit?: number;
  /** Of calls whose effect cannot be taken back; by default those of this server alone. */
  confirmations?: Confirmations;
}

interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: object;
  run(given: Readonly<Record<string, unknown>>): Promise<ToolResult> | ToolResult;
}

/** A tool that is no operation: what does not fit its schema never runs. */
export interface OwnTool extends Tool {
  inputSchema: ToolSchema;
}

const checked = ({ run, ...tool }: OwnTool): Tool => ({
  ...tool,
  run(given) {
    const fault = toolFault(tool.name, tool.inputSchema, given);
    return fault === undefined ? run(given) : failure(fault);
  },
});

/** How tools call operations. */
interface Caller {
  send: SendCall;
  confirmations: Confirmations;
}

/** About 10,000 tokens: assistants read the whole list before each conversation. */
const LIMIT = 30_000;

/** Operations that a search answers. */
const FOUND = 15;

/**
 * A server of the Model Context Protocol: with one tool for each operation if their list is short, else with tools to search,
 * describe and call operations.
 */
export function createToolServer(api: ToolApi, send: SendCall, options: ToolServerOptions = {}): Server {
  const { operations = api.operations, limit = LIMIT, confirmations = createConfirmations() } = options;
  const caller = { send, confirmations };
  const single = operations.map((operation) => operationTool(api, operation, caller));
  const isShort = JSON.stringify(single).length <= limit;
  const tools = isShort ? single : searchTools(api, operations, caller);
  const byName = new Map([...single, ...tools].map((tool) => [tool.name, tool]));
  return serverOf(api, tools, (name) => byName.get(name) ?? nearest(operations, name));
}

/**
 * A server of the Model Context Protocol with tools of its own, which are no operations of an API.
 */
export function createOwnToolServer(program: Program, own: readonly OwnTool[]): Server {
  const tools = own.map(checked);
  const names = tools.map(({ name }) => name).join(', ');
  return serverOf(program, tools, (name) => tools.find((tool) => tool.name === name) ?? `Available: ${names}.`);
}

/** What a server is called. */
type Program = Pick<ToolApi, 'name' | 'version'>;

/** @param find the tool of a name, or advice for one that is not there */
function serverOf({ name, version }: Program, tools: readonly Tool[], find: (name: string) => Tool | string): Server {
  const server = new Server({ name, version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ run: _, ...tool }) => tool) }));
  server.setRequestHandler('tools/call', async ({ params: { name: wanted, arguments: given = {} } }) => {
    const tool = find(wanted);
    if (typeof tool === 'string') return failure(`There is no tool ${shortened(wanted)}. ${tool}`.trim());
    try {
      return await tool.run(given);
    } catch (error) {
      return failure((error as Error).message);
    }
  });
  return server;
}

function operationTool(api: ToolApi, operation: ToolOperation, caller: Caller): Tool {
  const schema = inputSchema(operation, api.schemas);
  const confirmed = { ...schema, properties: { ...schema.properties, confirmation } };
  return {
    name: operation.id.replace(/[^\w-]/g, '_').slice(0, 64),
    title: titleOf(operation),
    description: textsOf(operation).join('\n\n'),
    inputSchema: needsConfirmation(operation) ? confirmed : schema,
    annotations: annotations(operation),
    run: ({ confirmation, ...given }) => callOperation(operation, given, confirmation, caller),
  };
}

/** Characters of names of tools, operations and groups, which are shorter. */
const LONGEST_NAME = 200;

const shortened = (name: string) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);

const confirmation = {
  type: 'string',
  maxLength: 500,
  description: 'the token that the same call without it has answered, after the person has agreed',
} as const;

const annotations = (operation: ToolOperation) => ({
  readOnlyHint: isReading(operation),
  destructiveHint: needsConfirmation(operation),
  openWorldHint: false,
});

/** Summary and description; the address of an operation that has neither. */
function textsOf({ summary, description, method, path }: ToolOperation): string[] {
  const texts = [...new Set([summary, description])].filter((text) => text !== '');
  return texts.length > 0 ? texts : [`${method} ${path}`];
}

function searchTools(api: ToolApi, operations: readonly ToolOperation[], caller: Caller): Tool[] {
  const find = (name: unknown): ToolOperation => {
    const found = operations.find(({ id }) => id === name);
    if (!found) throw new Error(`There is no operation ${name}. ${nearest(operations, String(name))}`.trim());
    return found;
  };
  const callingTool = (
    name: string,
    about: string,
    offered: readonly ToolOperation[],
    hints: { readOnlyHint: boolean; destructiveHint?: boolean },
  ): OwnTool[] => {
    if (offered.length === 0) return [];
    return [
      {
        name,
        title: about,
        description: `${about}. Describe the operation first, to know its arguments.`,
        inputSchema: {
          type: 'object',
          properties: {
            operation: { type: 'string', maxLength: LONGEST_NAME },
            arguments: { type: 'object' },
            ...(!hints.readOnlyHint && { confirmation }),
          },
          required: ['operation'],
          additionalProperties: false,
        },
        annotations: { ...hints, openWorldHint: false },
        async run({ operation: wanted, arguments: given = {}, confirmation }) {
          const operation = find(wanted);
          if (!offered.includes(operation)) throw new Error(`${operation.id} is not one of those that ${name} calls.`);
          return callOperation(operation, given as Record<string, unknown>, confirmation, caller);
        },
      },
    ];
  };
  const reading = operations.filter(isReading);
  const changing = operations.filter((operation) => !isReading(operation));
  const tools: OwnTool[] = [
    searchTool(api, operations),
    {
      name: 'describe_operation',
      title: 'Describe an operation',
      description: 'Answers what an operation does, and the JSON Schema of its arguments.',
      inputSchema: {
        type: 'object',
        properties: {
          operation: { type: 'string', maxLength: LONGEST_NAME, description: 'name, as the search answers it' },
        },
        required: ['operation'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
      run({ operation: wanted }) {
        const operation = find(wanted);
        const { id, method, path } = operation;
        const description = textsOf(operation).join('\n\n');
        const facts = {
          ...{ operation: id, method, path, description },
          ...(needsConfirmation(operation) && {
            confirmation: 'Its first call only answers a token to show the person.',
          }),
          arguments: inputSchema(operation, api.schemas),
        };
        return success(JSON.stringify(facts));
      },
    },
    ...callingTool('read', 'Call an operation that only reads', reading, { readOnlyHint: true }),
    ...callingTool('change', 'Call an operation that changes data', changing, {
      readOnlyHint: false,
      destructiveHint: true,
    }),
  ];
  return tools.map(checked);
}

/** Characters of the names of groups that a tool lists. */
const GROUPS = 6_000;

function searchTool({ title }: ToolApi, operations: readonly ToolOperation[]): OwnTool {
  const groups = new Map<string, number>();
  for (const { group } of operations) groups.set(group, (groups.get(group) ?? 0) + 1);
  const listed = [...groups].map(([group, count]) => `${group} (${count})`).join(', ');
  const shown = listed.length > GROUPS ? `${listed.slice(0, GROUPS)} …` : listed;
  return {
    name: 'search_operations',
    title: 'Search operations',
    description: `Finds operations of ${title} by words, or lists those of a group. Groups, with their number of operations: ${shown}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          maxLength: LONGEST_QUERY,
          description: 'words of what is to be done, in English unless the API is in another language',
        },
        group: { type: 'string', maxLength: LONGEST_NAME, description: 'only operations of this group' },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    run({ query, group }) {
      const isOfGroup = (operation: ToolOperation) => group === undefined || operation.group === group;
      const ofGroup = operations.filter(isOfGroup);
      if (ofGroup.length === 0) return failure(`There is no group ${group}. Groups: ${shown}.`);
      if (query === undefined && group === undefined) return success(`Give a query, or one of the groups: ${shown}.`);
      const found =
        query === undefined ? ofGroup : searchOperations(operations, String(query)).filter(isOfGroup).slice(0, FOUND);
      return success(found.map(lineOf).join('\n') || 'Nothing found. Try other words, or list a group.');
    },
  };
}

const lineOf = (operation: ToolOperation) =>
  `${operation.id}: ${titleOf(operation)} (${operation.group}, ${operation.method})`;

function nearest(operations: readonly ToolOperation[], name: string): string {
  const found = searchOperations(operations, name).slice(0, 3);
  return found.length > 0 ? `Similar: ${found.map(({ id }) => id).join(', ')}.` : '';
}
