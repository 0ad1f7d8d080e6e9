/** Servers of the Model Context Protocol for an API. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { type Access, schemeAccess, withAccess } from './access.ts';
import { isReading, type ToolApi } from './api.ts';
import { createCaller } from './call.ts';
import { createConfirmations } from './confirmation.ts';
import { createOwnToolServer, createToolServer, type OwnTool } from './tool-server.ts';

export { failure, success, type ToolResult } from './call-tool.ts';
export { type Confirmations, createConfirmations } from './confirmation.ts';
export { createToolHandler } from './tool-handler.ts';
export { createToolServer, type OwnTool, type ToolServerOptions } from './tool-server.ts';

/** Runs an MCP server of an API on standard input and output, with the arguments of the process. */
export async function runToolServer(api: ToolApi): Promise<void> {
  const command = toolServerCommand(new Command(`${api.name}-mcp`), api, schemeAccess(api));
  try {
    await command.description(`${api.title} ${api.version} for assistants, on standard input and output`).parseAsync();
  } catch (error) {
    console.error(`${command.name()}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}

/** Serves tools that are no operations of an API on standard input and output, until the input ends. */
export function serveOwnTools(program: Pick<ToolApi, 'name' | 'version'>, tools: readonly OwnTool[]): void {
  serveStdio(() => createOwnToolServer(program, tools));
}

/** Makes a command that serves an API on standard input and output. */
export function toolServerCommand(command: Command, api: ToolApi, access: Access): Command {
  return withAccess(command, access)
    .option('--write', 'also offer operations that change data')
    .option('--group <names...>', 'offer only the operations of these groups')
    .action(async (given: Record<string, unknown> & { write?: boolean; group?: string[] }) => {
      const send = createCaller(await api.loadClient(), access.connect(given));
      const operations = api.operations
        .filter((operation) => given.write || isReading(operation))
        .filter(({ group }) => given.group?.includes(group) ?? true);
      if (operations.length === 0) throw new Error(emptyMessage(api, given.group));
      const confirmations = createConfirmations();
      serveStdio(() => createToolServer(api, send, { operations, confirmations }));
    });
}

function emptyMessage({ operations }: ToolApi, asked: string[] | undefined): string {
  const groups = [...new Set(operations.map(({ group }) => group))];
  const unknown = asked?.filter((group) => !groups.includes(group)) ?? [];
  if (unknown.length > 0) return `There is no group ${unknown.join(', ')}. Groups: ${groups.join(', ')}.`;
  return 'No operation only reads. Offer those that change data by --write.';
}
