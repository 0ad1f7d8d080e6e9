import type { ApiModel, OpenApiDocument, Operation } from '@mailwright/codegen/description';

/** A parameter that takes its value from the answer of another operation, as an OpenAPI link says. */
export interface Link {
  from: Operation;
  to: Operation;
  /** Name of the parameter of `to`. */
  parameter: string;
  /** Keys that lead to the value in the body of the answer of `from`. */
  keys: string[];
}

/** Reads the links of a description. Ignores links whose values do not come from the body of a response. */
export function linksOf({ document, operations }: ApiModel): Link[] {
  return operations.flatMap((from) => {
    const described = nodeAt(document, ['paths', from.key ?? from.path, from.method.toLowerCase()]);
    const responses = Object.entries<OpenApiDocument>(described?.responses ?? {}).filter(([code]) => /^2/.test(code));
    const links = responses.flatMap(([, response]) =>
      Object.values<OpenApiDocument>(followed(document, response)?.links ?? {}),
    );
    return links.flatMap((link) => parametersOf(followed(document, link), from, operations));
  });
}

function parametersOf(link: OpenApiDocument, from: Operation, operations: readonly Operation[]): Link[] {
  const to = operations.find((each) => each.id === link?.operationId || pointerTo(each) === link?.operationRef);
  if (!to) return [];
  return Object.entries<unknown>(link.parameters ?? {}).flatMap(([name, value]) => {
    const pointer = /^\$response\.body#(\/.*)?$/.exec(String(value));
    if (!pointer) return [];
    return [{ from, to, parameter: name.replace(/^(path|query|header|cookie)\./, ''), keys: keysOf(pointer[1] ?? '') }];
  });
}

const keysOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescaped);
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the JSON Pointer to an operation in its description, with `#`. */
export function pointerTo({ key, path, method }: Operation): string {
  return `#/paths/${(key ?? path).replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`;
}

const nodeAt = (document: OpenApiDocument, keys: readonly string[]) =>
  keys.reduce<OpenApiDocument | undefined>((node, key) => node?.[key], document);

function followed(document: OpenApiDocument, node: OpenApiDocument): OpenApiDocument {
  const { $ref } = node ?? {};
  return typeof $ref === 'string' ? nodeAt(document, keysOf($ref.slice(1)))! : node;
}
