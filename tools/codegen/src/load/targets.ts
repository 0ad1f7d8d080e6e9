import { existsSync } from 'node:fs';
import type { BaseResolver, Document } from '@redocly/openapi-core';
import type { Json } from '../model/model.ts';
import { decodeUri, isReference, joinPointer, splitPointer } from '../model/pointer.ts';
import { isUrl } from './files.ts';
import { unreadable } from './unreadable.ts';

/** A node in the file in which it is written. */
export interface Target {
  file: string;
  tokens: string[];
  node: Json;
  /** The pointer by which the description itself was asked for it, if it was: the joined document has it there too. */
  ofRoot?: string[] | undefined;
  /** The place that was asked for, if there is only another reference. */
  alias?: Pick<Target, 'file' | 'tokens'>;
}

/** One text for each place of a file, however its pointer is escaped. */
export const keyOf = ({ file, tokens }: Pick<Target, 'file' | 'tokens'>): string => file + joinPointer('#', ...tokens);

/** Finds what references lead to, as the files are written. */
export class Targets {
  readonly #root: Document;
  readonly #resolver: BaseResolver;
  readonly #files: Map<string, Json>;

  constructor(root: Document, resolver: BaseResolver) {
    this.#root = root;
    this.#resolver = resolver;
    this.#files = new Map([[root.source.absoluteRef, root.parsed]]);
  }

  /**
   * Follows a reference that stands in a file, and what it leads to as long as this is nothing but another reference.
   * @throws Error with the reference and why it leads nowhere
   */
  async find($ref: string, from: string, seen: ReadonlySet<string> = new Set()): Promise<Target> {
    const [uri = '', given = ''] = $ref.split(/#(.*)/s);
    const fragment = given === '/' ? '' : given;
    const file = uri === '' ? from : this.#fileOf(uri, from);
    const key = `${file}#${fragment}`;
    if (seen.has(key)) throw new Error(`$ref "${$ref}" leads back to itself`);
    const below = new Set([...seen, key]);
    const node = await this.#read(file, from, $ref);
    const found = await this.#at({ file, tokens: [], node }, fragment, below);
    const rootFile = this.#root.source.absoluteRef;
    const ofRoot = splitPointer(`#${fragment}`);
    if (found) return file === rootFile ? { ...found, ofRoot } : found;
    // A part of a description may refer to components of the whole.
    const whole = { file: rootFile, tokens: [], node: this.#root.parsed };
    const meant = uri === '' && file !== rootFile ? await this.#at(whole, fragment, below) : undefined;
    if (meant) return { ...meant, ofRoot };
    throw new Error(`$ref "${$ref}" points to nothing`);
  }

  async #at(start: Target, fragment: string, seen: ReadonlySet<string>): Promise<Target | undefined> {
    if (fragment !== '' && !fragment.startsWith('/')) return anchorIn(start, fragment);
    let at = start;
    for (const token of splitPointer(`#${fragment}`)) {
      if (isReference(at.node) && !Object.hasOwn(at.node, token)) at = await this.find(at.node.$ref, at.file, seen);
      if (typeof at.node !== 'object' || at.node === null || !Object.hasOwn(at.node, token)) return undefined;
      at = { file: at.file, tokens: [...at.tokens, token], node: at.node[token] };
    }
    const isAlias = isReference(at.node) && Object.keys(at.node).length === 1;
    return isAlias ? { ...(await this.find(at.node.$ref, at.file, seen)), alias: at } : at;
  }

  /** A reference is a URI, in which spaces of a file's name are written `%20`; many write the name as it is. */
  #fileOf(uri: string, from: string): string {
    const file = this.#resolver.resolveExternalRef(from, uri);
    return isUrl(file) || !file.includes('%') || existsSync(file) ? file : decodeUri(file);
  }

  async #read(file: string, from: string, $ref: string): Promise<Json> {
    if (!this.#files.has(file)) {
      const read = await this.#resolver.resolveDocument(from, file).catch((error: Error) => error);
      if (read instanceof Error)
        throw new Error(`$ref "${$ref}": ${unreadable(read, 'a part of the description').replaceAll('\n', ' ')}`);
      this.#files.set(file, read.parsed);
    }
    return this.#files.get(file);
  }
}

/** Finds a schema by its `$anchor` (JSON Schema 2020-12, 8.2.2). */
function anchorIn({ file, tokens, node }: Target, name: string): Target | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  if (node.$anchor === name || node.$dynamicAnchor === name || node.$id === `#${name}`) return { file, tokens, node };
  for (const [token, child] of Object.entries<Json>(node)) {
    const found = anchorIn({ file, tokens: [...tokens, token], node: child }, name);
    if (found) return found;
  }
  return undefined;
}
