import { InputError } from '../input-error.ts';

/** A part of an Arazzo document that knows its place, such as `workflows[0].steps[2].requestBody`, for messages. */
export class ArazzoNode {
  readonly value: unknown;
  readonly place: string;

  constructor(value: unknown, place: string) {
    this.value = value;
    this.place = place;
  }

  /** @throws InputError that names the place */
  fail(message: string): never {
    throw new InputError(`${this.place || 'the document'}: ${message}`);
  }

  get isPresent(): boolean {
    return this.value !== undefined;
  }

  /** Returns the value as an object. @throws InputError if it is none */
  object(): Record<string, unknown> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value))
      this.fail(`must be an object but was ${described(this.value)}`);
    return this.value as Record<string, unknown>;
  }

  /** Returns a member of the object, which may be absent. */
  member(key: string): ArazzoNode {
    const object = this.object();
    const place = /^[\w-]+$/.test(key)
      ? `${this.place && `${this.place}.`}${key}`
      : `${this.place}[${JSON.stringify(key)}]`;
    return new ArazzoNode(Object.hasOwn(object, key) ? object[key] : undefined, place);
  }

  /** Returns the members of an object, none if it is absent. */
  members(): [key: string, member: ArazzoNode][] {
    return this.isPresent ? Object.keys(this.object()).map((key) => [key, this.member(key)]) : [];
  }

  /** Returns the items of a list, none if it is absent. */
  items(): ArazzoNode[] {
    if (!this.isPresent) return [];
    if (!Array.isArray(this.value)) this.fail(`must be a list but was ${described(this.value)}`);
    return (this.value as unknown[]).map((item, i) => new ArazzoNode(item, `${this.place}[${i}]`));
  }

  text(): string {
    if (typeof this.value !== 'string' || this.value === '')
      this.fail(this.isPresent ? `must be a text but was ${described(this.value)}` : 'is missing');
    return this.value as string;
  }

  /** @throws InputError if the object has a key that is neither listed nor an extension */
  checkKeys(known: readonly string[]): this {
    for (const key of Object.keys(this.object()))
      if (!known.includes(key) && !key.startsWith('x-'))
        this.fail(`unknown field "${key}"; allowed: ${known.join(', ')}`);
    return this;
  }
}

const described = (value: unknown) => JSON.stringify(value)?.slice(0, 60) ?? 'absent';

/** Returns the keys of a JSON Pointer (RFC 6901). @throws InputError if the text is no pointer */
export function keysOfPointer(node: ArazzoNode, pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) node.fail(`must be a JSON Pointer, which begins with "/", but was "${pointer}"`);
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
