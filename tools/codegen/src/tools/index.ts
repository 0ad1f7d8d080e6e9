import { sourceFile } from '../emit/header.ts';
import { listFiles } from '../emit/list-file.ts';
import type { ApiModel } from '../model/model.ts';
import { isSendable } from '../model/security.ts';
import { kebabCase, toolOperations } from './operations.ts';
import { toolSchemas } from './schemas.ts';

/** A command line for a description, `tools/cli.ts`. */
export function emitCli(model: ApiModel): Map<string, string> {
  return new Map([
    ['tools/api.ts', apiFile(model)],
    ['tools/cli.ts', mainFile(model, 'runCommandLine', 'cli')],
  ]);
}

/** A server of the Model Context Protocol for a description, `tools/mcp.ts`. */
export function emitMcp(model: ApiModel): Map<string, string> {
  return new Map([
    ['tools/api.ts', apiFile(model)],
    ['tools/mcp.ts', mainFile(model, 'runToolServer', 'mcp')],
  ]);
}

/** Generates the descriptions of operations for command lines and assistants, and the schemas of their bodies. */
export function emitTools(model: ApiModel): Map<string, string> {
  const operations = toolOperations(model).map((operation) => JSON.stringify(operation));
  const schemas = Object.entries(toolSchemas(model, operations));
  const texts = schemas.map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return new Map([
    ...listFiles(model, 'tools/operations', table('readonly ToolOperation[]', '[]'), operations),
    ...listFiles(model, 'tools/schemas', table('ToolSchemas', '{}'), texts),
  ]);
}

const table = (type: string, brackets: '[]' | '{}') => ({
  type,
  brackets,
  imports: [`import type { ${/Tool\w+/.exec(type)![0]} } from '@mailwright/tool-runtime';`],
});

function mainFile(model: ApiModel, run: string, entry: string): string {
  const imports = [`import { ${run} } from '@mailwright/tool-runtime/${entry}';`, `import { api } from './api.ts';`];
  return sourceFile(model, imports, `await ${run}(api);`);
}

function apiFile(model: ApiModel): string {
  const { title, version, document } = model;
  const baseUrl = absoluteServer(document.servers?.[0]);
  const schemes = [...model.securitySchemes].filter(([, scheme]) => isSendable(scheme));
  const facts = {
    name: kebabCase(title) || 'api',
    title,
    version,
    description: document.info?.description ?? '',
    ...(baseUrl !== undefined && { baseUrl }),
    schemes: schemes.map(([name, { type, scheme, description }]) => ({
      name,
      ...(type === 'http' && scheme === 'basic' && { basic: true }),
      about: firstSentence(description) || `credentials of the scheme ${name}`,
    })),
  };
  const members = Object.entries(facts).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`);
  const imports = [
    `import type { ToolApi } from '@mailwright/tool-runtime';`,
    `import { operations } from './operations.ts';`,
    `import { schemas } from './schemas.ts';`,
  ];
  const text = `export const api: ToolApi = {
${members.join('\n')}
  operations,
  schemas,
  async loadClient() {
    const { operations } = await import('../client/operations.ts');
    const { service } = await import('../client/service.ts');
    return { operations, service };
  },
};`;
  return sourceFile(model, imports, text);
}

/** Texts of a security scheme can have paragraphs; the help of an option has a line. */
const firstSentence = (text: string): string => /^[^\n]*?(?=\.(?:\s|$)|\n|$)/.exec(text.trim())?.[0] ?? '';

/** The address of a server with the defaults of its variables. */
function absoluteServer(server: ApiModel['document'] | undefined): string | undefined {
  const url = String(server?.url ?? '').replace(
    /\{([^}]+)\}/g,
    (whole, name: string) => server?.variables?.[name]?.default ?? whole,
  );
  return /^https?:\/\//.test(url) && URL.canParse(url) ? url : undefined;
}
