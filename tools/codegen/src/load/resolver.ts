import { BaseResolver, type Document, Source, YamlParseError } from '@redocly/openapi-core';
import { isUrl } from './files.ts';

/** Reads the files of a description; from the network only what is asked for. */
export class DescriptionResolver extends BaseResolver {
  readonly #origin: string | undefined;
  readonly #remote: boolean;

  readonly #onRead: (file: string) => void;

  /**
   * `remote` follows references to any address; without it, a description by URL can refer to files of its own host. `onRead`
   * is told each file before it is read.
   */
  constructor(root: string, remote: boolean, onRead: (file: string) => void = () => {}) {
    super();
    this.#onRead = onRead;
    this.#origin = isUrl(root) ? new URL(root).origin : undefined;
    this.#remote = remote;
  }

  override async loadExternalRef(absoluteRef: string): ReturnType<BaseResolver['loadExternalRef']> {
    if (isUrl(absoluteRef) && !this.#remote && new URL(absoluteRef).origin !== this.#origin)
      throw new Error(`${absoluteRef} is not read: references to other hosts are followed with --remote only`);
    this.#onRead(absoluteRef);
    return super.loadExternalRef(absoluteRef);
  }

  /** Lines within braces that are indented too little for YAML 1.2 mean nothing else than with more spaces before them. */
  override parseDocument(source: Source, isRoot = false): Document {
    for (let current = source; ; ) {
      try {
        return super.parseDocument(current, isRoot);
      } catch (error) {
        const line = deficientLine(error);
        const lines = current.body.split('\n');
        if (line === undefined || lines[line] === undefined || lines[line].startsWith(INDENTATION)) throw error;
        lines[line] = INDENTATION + lines[line];
        current = new Source(source.absoluteRef, lines.join('\n'), source.mimeType);
      }
    }
  }
}

const INDENTATION = ' '.repeat(100);

/** Index of the line that the parser refuses for its indentation. */
function deficientLine(error: unknown): number | undefined {
  if (!(error instanceof YamlParseError)) return undefined;
  const { reason, mark } = error.originalError as { reason?: string; mark?: { line: number } };
  return reason === 'deficient indentation' ? mark?.line : undefined;
}
