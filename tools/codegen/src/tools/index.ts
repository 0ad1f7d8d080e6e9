import { sourceFile } from '../emit/header.ts';
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

/** What command lines and assistants are told of operations, and the schemas of their bodies. */
export function emitTools(model: ApiModel): Map<string, string> {
  const operations = toolOperations(model).map((operation) => JSON.stringify(operation));
  const schemas = Object.entries(toolSchemas(model, operations));
  const texts = schemas.map(([name, schema]) => `${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return new Map([
    ...listFiles(model, 'operations', 'readonly ToolOperation[]', '[]', operations),
    ...listFiles(model, 'schemas', 'ToolSchemas', '{}', texts),
  ]);
}

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

/** Entries of a file, a line each. */
const LIMIT = 700;

function listFiles(model: ApiModel, name: string, type: string, [open, close]: '[]' | '{}', entries: string[]) {
  const typeName = /\w+(?=\[\]|$)/.exec(type)![0];
  const imports = [`import type { ${typeName} } from '@mailwright/tool-runtime';`];
  const constant = (lines: string[]) =>
    `export const ${name}: ${type} = ${open}\n${lines.map((line) => `  ${line},`).join('\n')}\n${close};`;
  if (entries.length <= LIMIT) return [[`tools/${name}.ts`, sourceFile(model, imports, constant(entries))] as const];
  const parts = Array.from({ length: Math.ceil(entries.length / LIMIT) }, (_, index) =>
    entries.slice(index * LIMIT, (index + 1) * LIMIT),
  );
  const all = parts.map((_, index) => `...part${index + 1}`);
  const imported = parts.map((_, index) => `import { ${name} as part${index + 1} } from './${name}-${index + 1}.ts';`);
  return [
    ...parts.map(
      (lines, index) => [`tools/${name}-${index + 1}.ts`, sourceFile(model, imports, constant(lines))] as const,
    ),
    [`tools/${name}.ts`, sourceFile(model, [...imports, ...imported], constant(all))] as const,
  ];
}
