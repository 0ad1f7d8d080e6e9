import type { Json, OpenApiDocument, Operation } from './model.ts';
import type { Located } from './pointer.ts';

/** The addresses of an operation that has others than the whole service: its own before those of its path. */
export function ownServers(
  document: OpenApiDocument,
  pathItem: Located,
  operation: Located,
): Pick<Operation, 'servers'> {
  const own = [operation, pathItem].map(({ node }) => addresses(node.servers)).find((list) => list.length > 0);
  const common = addresses(document.servers);
  return own === undefined || own.join() === common.join() ? {} : { servers: own };
}

/** The address of the whole service, if callers have no choice: it has no variables. */
export function usualServer(document: OpenApiDocument): string | undefined {
  const url = Array.isArray(document.servers) ? document.servers[0]?.url : undefined;
  const isAddress = typeof url === 'string' && /^(https?:\/\/|\/[^/])/.test(url) && !/[{?#@]/.test(url);
  return isAddress && URL.canParse(url, 'http://localhost/') ? url : undefined;
}

/** The paths of these, below which the stub finds the operation; undefined where it is that of the whole service. */
export function ownPaths(document: OpenApiDocument, { servers }: Operation): string[] | undefined {
  const common = addresses(document.servers).map(pathOf);
  const paths = [...new Set(servers?.map(pathOf))];
  return paths.length === 0 || paths.join() === common.join() ? undefined : paths;
}

const pathOf = (address: string): string => new URL(address, 'http://localhost/').pathname.replace(/\/$/, '');

/** Server URLs with the defaults of their variables, but for those that are no URLs. */
function addresses(servers: Json): string[] {
  if (!Array.isArray(servers)) return [];
  return servers.flatMap(({ url, variables = {} }: Json) => {
    const text = String(url ?? '').replace(/\{([^{}]+)\}/g, (all, name) => String(variables[name]?.default ?? all));
    return URL.canParse(text, 'http://localhost/') && !text.includes('{') ? [text] : [];
  });
}
