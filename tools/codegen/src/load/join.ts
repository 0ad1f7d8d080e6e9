import { isDeepStrictEqual } from 'node:util';
import type { BaseResolver, Document } from '@redocly/openapi-core';
import { DescriptionError, type Note, type Problem } from '../common/errors.ts';
import { mark } from '../model/broken.ts';
import type { Json, OpenApiDocument } from '../model/model.ts';
import { type Part, type PlaceKind, type ReferencePlace, referencesIn, visitObjects } from '../model/objects.ts';
import { decodeUri, isReference, joinPointer } from '../model/pointer.ts';
import { isObject } from '../model/walk.ts';
import { relative } from './files.ts';
import { keyOf, type Target, Targets } from './targets.ts';

export interface Joined {
  document: OpenApiDocument;
  /** Where a part of the document comes from. */
  originOf: (pointer: string) => { file: string; pointer: string };
}

/**
 * Puts the files of a description together into one document without references to other files. A component that is a reference to
 * a file is what stands there, under its own name; anything else in another file becomes a component, named by the last part
 * of the pointer or by the file, or a copy where OpenAPI has no such components. References that lead nowhere are marked.
 * @throws DescriptionError if a part that holds all others, such as `paths`, cannot be had
 */
export async function joinFiles(root: Document, resolver: BaseResolver, note: Note): Promise<Joined> {
  const joiner = new Joiner(root, resolver, note);
  await joiner.join();
  const { document, origins } = joiner;
  const rootFile = relative(root.source.absoluteRef);
  const originOf = (pointer: string) => {
    const found = origins.findLast((each) => `${pointer}/`.startsWith(`${each.pointer}/`));
    return found
      ? { file: relative(found.file), pointer: found.at + pointer.slice(found.pointer.length) }
      : { file: rootFile, pointer };
  };
  return { document, originOf };
}

/** Members of `components`, by the kind of what they hold. */
const COMPONENTS: Partial<Record<PlaceKind, string>> = {
  schema: 'schemas',
  response: 'responses',
  parameter: 'parameters',
  header: 'headers',
  requestBody: 'requestBodies',
  example: 'examples',
  link: 'links',
  callback: 'callbacks',
  securityScheme: 'securitySchemes',
};

/** Components that nothing is moved to, but that a description can have. */
const FURTHER: Partial<Record<PlaceKind, string>> = { pathItem: 'pathItems', mediaType: 'mediaTypes' };

/** Their places in Swagger 2.0. */
const DEFINITIONS: Partial<Record<PlaceKind, string>> = {
  schema: 'definitions',
  response: 'responses',
  parameter: 'parameters',
};

/** A part of the joined document that comes from one file, and the references that it is made of. */
interface Fragment {
  node: Json;
  kind: PlaceKind;
  pointer: string;
  file: string;
  open: readonly string[];
}

class Joiner {
  readonly document: OpenApiDocument;
  readonly origins: { pointer: string; file: string; at: string }[] = [];
  readonly #rootFile: string;
  readonly #targets: Targets;
  readonly #note: Note;
  readonly #isSwagger: boolean;
  /** References to components, by the places of other files that they are made of. */
  readonly #homes = new Map<string, string>();
  /** Nodes of the document that come from other files: they are fragments of their own. */
  readonly #foreign = new Set<Json>();
  readonly #queue: Fragment[] = [];
  /** What each component that was moved here is made of. */
  readonly #moved = new Map<string, Target>();

  constructor(root: Document, resolver: BaseResolver, note: Note) {
    this.document = copyOf(root.parsed, root.source.absoluteRef);
    this.#rootFile = root.source.absoluteRef;
    this.#targets = new Targets(root, resolver);
    this.#note = note;
    this.#isSwagger = this.document.swagger !== undefined;
  }

  async join(): Promise<void> {
    this.#queue.push({ node: this.document, kind: 'document', pointer: '#', file: this.#rootFile, open: [] });
    await this.#joinComponents();
    for (const fragment of this.#queue) await this.#joinFragment(fragment);
  }

  get #folders(): Partial<Record<PlaceKind, string>> {
    return this.#isSwagger ? DEFINITIONS : COMPONENTS;
  }

  /** Finds the components that other files hold first: all references to these places lead to them. */
  async #joinComponents(): Promise<void> {
    const { document } = this;
    const base = this.#isSwagger ? '#' : '#/components';
    await this.#joinPaths();
    const outer = this.#isSwagger ? undefined : await this.#replaceMap(document, 'components', '#', this.#rootFile);
    const components = this.#isSwagger ? document : document.components;
    if (!isObject(components)) return;
    for (const [kind, folder] of Object.entries({ ...this.#folders, ...FURTHER }) as [PlaceKind, string][]) {
      const pointer = joinPointer(base, folder);
      const held = await this.#replaceMap(components, folder, base, outer?.file ?? this.#rootFile);
      const source = held ?? (outer && { file: outer.file, tokens: [...outer.tokens, folder] });
      if (isObject(components[folder])) await this.#joinMap(components[folder], kind, pointer, source);
    }
  }

  /** Paths are no components, but a pointer may lead into them. */
  async #joinPaths(): Promise<void> {
    for (const key of ['paths', 'webhooks', 'x-ms-paths', 'x-webhooks']) {
      const source = await this.#replaceMap(this.document, key, '#', this.#rootFile);
      if (isObject(this.document[key]))
        await this.#joinMap(this.document[key], 'pathItem', joinPointer('#', key), source);
    }
  }

  /** Puts what a map refers to in its place; returns where it comes from. */
  async #replaceMap(parent: Json, key: string, above: string, file: string): Promise<Target | undefined> {
    if (!isReference(parent[key])) return undefined;
    const pointer = joinPointer(above, key);
    const target = await this.#targets.find(parent[key].$ref, file).catch((error) => {
      throw new DescriptionError([this.#problem(error, { file, pointer })]);
    });
    parent[key] = this.#copied(target, pointer);
    this.#foreign.add(parent[key]);
    return target;
  }

  async #joinMap(
    map: Json,
    kind: PlaceKind,
    base: string,
    source: Pick<Target, 'file' | 'tokens'> | undefined,
  ): Promise<void> {
    const file = source?.file ?? this.#rootFile;
    const entries = Object.entries<Json>(map);
    if (source)
      for (const [name, entry] of entries)
        if (!isReference(entry)) {
          const place = { file, tokens: [...source.tokens, name] };
          this.#homes.set(keyOf(place), joinPointer(base, name));
          this.#addFragment(entry, kind, joinPointer(base, name), file);
        }
    for (const [name, entry] of entries) {
      if (!isReference(entry)) continue;
      const pointer = joinPointer(base, name);
      const isAlias = Object.keys(entry).length > 1 || (file === this.#rootFile && entry.$ref.startsWith('#'));
      const target = isAlias ? undefined : await this.#targets.find(entry.$ref, file).catch(() => undefined);
      if (target === undefined || target.ofRoot) {
        if (source) this.#addFragment(entry, kind, pointer, file);
        continue;
      }
      const home = this.#homes.get(keyOf(target));
      if (home === undefined) {
        this.#homes.set(keyOf(target), pointer);
        map[name] = this.#copied(target, pointer);
        this.#addFragment(map[name], kind, pointer, target.file);
      } else {
        map[name] = { $ref: home };
        this.#foreign.add(map[name]);
      }
    }
  }

  #addFragment(node: Json, kind: PlaceKind, pointer: string, file: string): void {
    if (typeof node !== 'object' || node === null) return;
    this.#foreign.add(node);
    this.#queue.push({ node, kind, pointer, file, open: [] });
  }

  async #joinFragment({ node, kind, pointer, file, open }: Fragment): Promise<void> {
    const isLeftOut = (each: Json) => each !== node && this.#foreign.has(each);
    await this.#readExamples(node, { kind, pointer, isLeftOut }, file);
    const places = referencesIn(node, { kind, pointer, isLeftOut });
    const written = new Map(places.map((place) => [place.node, place.node[place.key]]));
    // A bare name of a mapping may mean an alternative, whose reference is joined first.
    const names = places.filter((place) => place.kind === 'mapped');
    for (const place of places) if (place.kind !== 'mapped') await this.#joinReference(place, file, open);
    for (const place of names) await this.#joinMapping(place, file, written);
  }

  /**
   * Gives examples that stand elsewhere their values. OpenAPI has `externalValue` for this, and many write a reference for a value;
   * one that leads nowhere is data.
   */
  async #readExamples(node: Json, part: Part, file: string): Promise<void> {
    const places: [owner: Json, key: string][] = [];
    visitObjects(
      node,
      ({ node: each, kind }) => {
        if (kind === 'example' && typeof each.externalValue === 'string' && each.value === undefined)
          places.push([each, 'externalValue']);
        const key = kind === 'example' ? 'value' : 'example';
        if (isReference(each[key])) places.push([each, key]);
      },
      part,
    );
    for (const [owner, key] of places) {
      const $ref: string = key === 'externalValue' ? owner[key] : owner[key].$ref;
      const target = await this.#targets.find($ref, file).catch(() => undefined);
      if (target === undefined) continue;
      delete owner[key];
      owner[key === 'example' ? key : 'value'] = copyOf(target.node, target.file);
    }
  }

  async #joinReference(place: ReferencePlace, file: string, open: readonly string[]): Promise<void> {
    const { node, kind } = place;
    const isLocal = file === this.#rootFile && node.$ref.startsWith('#');
    if (isLocal && kind !== 'operation' && kind !== 'container') return;
    let target: Target;
    try {
      target = await this.#targets.find(node.$ref, file);
      if (open.includes(keyOf(target))) throw new Error('leads back to itself');
    } catch (error) {
      return this.#break(place, this.#problem(error, this.#written(place, file)));
    }
    const $ref = kind in COMPONENTS || kind in FURTHER ? this.#referenceTo(target, kind, place, file) : undefined;
    if ($ref === undefined) await this.#replace(place, target, open);
    else node.$ref = $ref;
  }

  /** The reference in the joined document; `undefined` if a copy is put in its place. */
  #referenceTo(target: Target, kind: PlaceKind, place: ReferencePlace, file: string): string | undefined {
    if (target.ofRoot) return joinPointer('#', ...target.ofRoot);
    const home = (target.alias && this.#pointerTo(target.alias)) ?? this.#pointerTo(target);
    if (home !== undefined) return home;
    const folder = this.#folders[kind];
    return folder === undefined ? undefined : this.#move(target, kind, folder, this.#written(place, file));
  }

  /** The pointer to a part of another file, if this or what holds it has a place in the document. */
  #pointerTo({ file, tokens }: Pick<Target, 'file' | 'tokens'>): string | undefined {
    for (let length = tokens.length; length >= 0; length--) {
      const home = this.#homes.get(keyOf({ file, tokens: tokens.slice(0, length) }));
      if (home !== undefined) return joinPointer(home, ...tokens.slice(length));
    }
    return undefined;
  }

  /** Makes a component of what stands in another file. */
  #move(target: Target, kind: PlaceKind, folder: string, from: { file: string; pointer: string }): string {
    if (!this.#isSwagger) this.document.components ??= {};
    const parent = this.#isSwagger ? this.document : this.document.components;
    parent[folder] ??= {};
    const components: Json = parent[folder];
    const base = joinPointer(this.#isSwagger ? '#' : '#/components', folder);
    const wanted = target.tokens.at(-1) ?? fileName(target.file);
    let name = wanted;
    for (let number = 2; Object.hasOwn(components, name); number++) {
      const $ref = joinPointer(base, name);
      if (isSame(this.#moved.get($ref)?.node ?? components[name], target.node)) return $ref;
      name = `${wanted}-${number}`;
    }
    if (name !== wanted)
      this.#note({
        ...from,
        message: `Two schemas are referenced with the same name but different content. Renamed ${wanted} to ${name}.`,
      });
    const $ref = joinPointer(base, name);
    this.#homes.set(keyOf(target), $ref);
    this.#moved.set($ref, target);
    components[name] = this.#copied(target, $ref);
    this.#addFragment(components[name], kind, $ref, target.file);
    return $ref;
  }

  /** Puts a copy in the place of a reference; what stands beside the reference wins. */
  async #replace(place: ReferencePlace, target: Target, open: readonly string[]): Promise<void> {
    const { node, kind, pointer, parent, parentKey, childKind } = place;
    const made = this.#copied(target, pointer);
    const below = { file: target.file, open: [...open, keyOf(target)] };
    if (kind !== 'container') await this.#joinFragment({ node: made, kind, pointer, ...below });
    else if (typeof made === 'object' && made !== null)
      for (const [name, each] of Object.entries<Json>(made))
        await this.#joinFragment({ node: each, kind: childKind!, pointer: joinPointer(pointer, name), ...below });
    if (!isObject(made)) parent[parentKey!] = made;
    else {
      const { $ref: _, ...beside } = node;
      delete node.$ref;
      Object.assign(node, made, beside);
    }
  }

  async #joinMapping(place: ReferencePlace, file: string, written: ReadonlyMap<Json, string>): Promise<void> {
    const { node, key, parent } = place;
    const value: string = node[key];
    if (/[#/]|\.(ya?ml|json)$/i.test(value)) {
      if (file === this.#rootFile && value.startsWith('#')) return;
      const target = await this.#targets.find(value, file).catch(() => undefined);
      if (target) node[key] = this.#referenceTo(target, 'schema', place, file);
      return;
    }
    const forms: Json[] = [parent.oneOf, parent.anyOf].filter(Array.isArray).flat();
    const meant = forms.find((form) => written.has(form) && nameIn(written.get(form)!) === value);
    const isKnown = Object.hasOwn(this.document.components?.schemas ?? {}, value);
    if (file === this.#rootFile || (isKnown && !meant)) return;
    if (meant) {
      // Where the alternative has this name in the description too, the value stays as it is.
      if (meant.$ref !== joinPointer('#/components/schemas', value)) node[key] = meant.$ref;
      return;
    }
    for (const base of ['#', '#/definitions', '#/$defs', '#/components/schemas']) {
      const target = await this.#targets.find(joinPointer(base, value), file).catch(() => undefined);
      if (target) {
        node[key] = this.#referenceTo(target, 'schema', place, file);
        return;
      }
    }
  }

  #copied(target: Target, pointer: string): Json {
    this.origins.push({ pointer, file: target.file, at: joinPointer('#', ...target.tokens) });
    return copyOf(target.node, target.file);
  }

  #break(place: ReferencePlace, problem: Problem): void {
    if (place.kind === 'container' && /^#\/[^/]+$/.test(place.pointer)) throw new DescriptionError([problem]);
    // A mark in a map would be one of its names.
    if (place.kind === 'container') delete place.parent[place.parentKey!];
    mark(place.kind === 'container' ? place.parent : place.node, problem, this.#note);
  }

  /** Where a reference is written. */
  #written({ pointer }: ReferencePlace, file: string): { file: string; pointer: string } {
    const origin = this.origins.findLast((each) => each.file === file && `${pointer}/`.startsWith(`${each.pointer}/`));
    return { file: relative(file), pointer: origin ? origin.at + pointer.slice(origin.pointer.length) : pointer };
  }

  #problem(error: unknown, place: { file: string; pointer: string }): Problem {
    return { ...place, file: relative(place.file), message: `Can't resolve ${(error as Error).message}` };
  }
}

/** Two places with the same content are one component, unless it refers to what stands around each. */
function isSame(one: Json, other: Json): boolean {
  return isDeepStrictEqual(one, other) && !/"\$ref":"(?!#)/.test(JSON.stringify(one));
}

const fileName = (file: string): string => decodeUri(file.split(/[/\\]/).at(-1)!).replace(/\.[^.]+$/, '');

/** The name by which a reference is known: that of the component or file. */
const nameIn = ($ref: string): string => fileName($ref.replace(/#$/, '')).split('#').at(-1)!;

/** One object may stand at several places (YAML anchors, files that are used twice); a copy parts them. */
function copyOf(node: Json, file: string): Json {
  try {
    return node === undefined ? node : JSON.parse(JSON.stringify(node));
  } catch {
    const message = 'the description contains itself (a circle of YAML anchors)';
    throw new DescriptionError([{ file: relative(file), pointer: '#', message }]);
  }
}
