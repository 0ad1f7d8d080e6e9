import { dirname } from 'node:path';
import type { UserContext } from '@redocly/openapi-core';

// biome-ignore lint/suspicious/noExplicitAny: the rules are what finds out the shape of a node
export type Yaml = any;

/** A node of the description with the file it stands in, so that references below it can be followed. */
export interface Place {
  node: Yaml;
  file: string;
}

/** The node itself, or what it refers to. */
export function follow(context: UserContext, node: Yaml, file: string): Place {
  if (!node?.$ref) return { node, file };
  const { node: target, location } = context.resolve<Yaml>(node, file);
  return { node: target, file: location?.source.absoluteRef ?? file };
}

/** The node that a visitor is at. */
export function here(context: UserContext, node: unknown): Place {
  return { node, file: context.location.source.absoluteRef };
}

/** Directory of the root description. */
export function specDirectory(context: UserContext): string {
  return dirname(context.location.source.absoluteRef);
}

export function parametersOf(context: UserContext, operation: Yaml): Yaml[] {
  const { file } = here(context, operation);
  return (operation.parameters ?? []).map((parameter: unknown) => follow(context, parameter, file).node);
}

export interface Body {
  mediaType: string;
  /** As written, perhaps a reference. */
  schema: Yaml;
  file: string;
}

/** Bodies by media type of a request body or a response. */
export function bodiesOf(context: UserContext, holder: unknown, file: string): Body[] {
  const place = follow(context, holder, file);
  return Object.entries<Yaml>(place.node?.content ?? {}).map(([mediaType, media]) => ({
    mediaType,
    schema: media.schema,
    file: place.file,
  }));
}

/** Bodies of the successful responses. */
export function successBodies(context: UserContext, operation: Yaml): Body[] {
  const { file } = here(context, operation);
  const successes = Object.entries(operation.responses ?? {}).filter(([status]) => status.startsWith('2'));
  return successes.flatMap(([, response]) => bodiesOf(context, response, file));
}

/** Method and path of the operation that a visitor is at. */
export function addressOf(context: UserContext): { method: string; path: string } {
  const [, path = ''] = context.rawLocation.pointer.match(/^#\/paths\/([^/]+)/) ?? [];
  return { method: String(context.key), path: decodeURIComponent(path).replaceAll('~1', '/').replaceAll('~0', '~') };
}

/** Component name that a schema refers to, `undefined` for an inline schema. */
export function componentName(schema: Yaml): string | undefined {
  return schema?.$ref?.match(/([^/]+?)(\.yaml)?$/)?.[1];
}

export const isXml = (mediaType: string) => /[/+]xml$/.test(mediaType);
export const isJson = (mediaType: string) => /[/+]json$/.test(mediaType);

/** `Mailing checks` as `mailing-checks`. */
export const kebab = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
