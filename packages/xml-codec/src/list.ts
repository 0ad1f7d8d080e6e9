import { copied, toText } from './bytes.ts';
import { readRoot, type XmlCodec } from './codec.ts';
import { reasonOf, XmlError, type XmlErrorCode } from './error.ts';
import { withDefaults } from './limits.ts';
import { Reader } from './reader.ts';
import { tracing } from './trace.ts';

/** Characters of a document that are read at once, but for the rest of an item. */
const PART = 65_536;

/**
 * The reading half of a list, in parts.
 *
 * @param read reads items until the end of the list or until `Reader.pauses`
 */
export function defineListDecoder<T extends unknown[]>(
  roots: readonly string[],
  uri: string,
  read: (r: Reader) => T,
): NonNullable<XmlCodec<T>['decodeParts']> {
  return function* (xml, options) {
    const reader = new PausingReader(toText(xml, options?.encoding), withDefaults(options));
    try {
      readRoot(reader, roots, uri);
      reader.start();
      while (reader.depth > 0) {
        reader.nextPart();
        yield read(reader);
      }
      reader.finish();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const tracer = tracing(Reader, reader.xml, fault.at, reader.limits);
      let place = tracer.next();
      for (; !place.done; place = tracer.next()) yield [] as unknown[] as T;
      throw new XmlError(fault.code, fault.reason, { ...place.value, expected: fault.expected });
    }
  };
}

/** A fault at a position. Its path and line are determined later, by reading the document again. */
class Fault {
  readonly code: XmlErrorCode;
  readonly reason: string;
  readonly expected: string | undefined;
  readonly at: number;

  constructor(code: XmlErrorCode, reason: string, expected: string | undefined, at: number) {
    this.code = code;
    this.reason = copied(reason);
    this.expected = expected && copied(expected);
    this.at = at;
  }
}

class PausingReader extends Reader {
  #pauseAt = 0;

  nextPart(): void {
    this.nodes = 0;
    this.#pauseAt = this.pos + PART;
  }

  override pauses(): boolean {
    return this.pos >= this.#pauseAt && this.depth === 1;
  }

  override fail(code: XmlErrorCode, expected: string | undefined, found?: string, at = this.pos): never {
    throw new Fault(code, reasonOf(expected, found), expected, at);
  }
}
