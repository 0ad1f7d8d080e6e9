/** A schema that has no one right form in XML, or says something the codec does not know. Nothing is guessed. */
export class UnsupportedSchemaError extends Error {
  /** JSON pointer of the schema, `#/components/schemas/Pet/properties/tags`. */
  readonly pointer: string;
  readonly reason: string;

  constructor(pointer: string, reason: string) {
    super(`${pointer}: ${reason}`);
    this.name = 'UnsupportedSchemaError';
    this.pointer = pointer;
    this.reason = reason;
  }
}

export function unsupported(pointer: string, reason: string): never {
  throw new UnsupportedSchemaError(pointer, reason);
}

export function needsDiscriminator(keyword: string, pointer: string): never {
  unsupported(pointer, `${keyword} needs a discriminator: nothing else tells which alternative a document is`);
}
