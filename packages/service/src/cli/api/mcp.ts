import { toolServerCommand } from '@mailwright/tool-runtime/mcp';
import { Command } from 'commander';
import { api } from '../../app/tools/api.ts';
import { access } from './access.ts';

/** `mailwright mcp`: the operations of the description as tools of the Model Context Protocol, over stdio. */
export function mcpCommand(): Command {
  const command = new Command('mcp').description(
    'run a Model Context Protocol server for assistants on standard input and output',
  );
  return toolServerCommand(command, api, access).addHelpText(
    'after',
    `
Example of an assistant's configuration:
  { "mcpServers": { "mailwright": { "command": "npx", "args": ["mailwright", "mcp", "--key-file", "mailwright.key"] } } }

A key with the right get alone (mailwright keys create --rights get) is the safest for reading.
`,
  );
}
