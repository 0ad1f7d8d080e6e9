import { Command } from 'commander';
import type { ServiceOptions } from './call.ts';
import { serviceOptions } from './command.ts';
import { readOperations } from './description.ts';

/** `mailwright mcp`: the operations of the description as tools of the Model Context Protocol, over stdio. */
export function mcpCommand(): Command {
  return (
    serviceOptions(new Command('mcp'))
      .description('run a Model Context Protocol server for assistants on standard input and output')
      .option('--write', 'also offer operations that change data')
      .addHelpText(
        'after',
        `
Example of an assistant's configuration:
  { "mcpServers": { "mailwright": { "command": "npx", "args": ["mailwright", "mcp", "--key-file", "mailwright.key"] } } }

A key with the right get alone (mailwright keys create --rights get) is the safest for reading.
`,
      )
      // The other commands start faster without these.
      .action(async (options: ServiceOptions & { write?: boolean }) => {
        const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
        const { toolServer } = await import('./tool-server.ts');
        const { connectTo } = await import('./call.ts');
        const send = connectTo(options);
        const operations = readOperations().filter(({ method }) => options.write || method === 'GET');
        serveStdio(() => toolServer(operations, send));
      })
  );
}
