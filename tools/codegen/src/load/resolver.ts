import path from 'node:path';
import { BaseResolver, type Document, Source, YamlParseError } from '@redocly/openapi-core';
import { referToRoot } from './short-references.ts';

/** Reads the files of a description; from the network only what is asked for. */
export class DescriptionResolver extends BaseResolver {
  readonly #origin: string | undefined;
  readonly #remote: boolean;
  readonly #root: string;

  /** `remote` follows references to any address; without it, a description by URL can refer to files of its own host. */
  constructor(root: string, remote: boolean) {
    super();
    this.#origin = isUrl(root) ? new URL(root).origin : undefined;
    this.#remote = remote;
    this.#root = addressOf(root);
  }

  override async loadExternalRef(absoluteRef: string): ReturnType<BaseResolver['loadExternalRef']> {
    if (isUrl(absoluteRef) && !this.#remote && new URL(absoluteRef).origin !== this.#origin)
      throw new Error(`${absoluteRef} is not read: references to other hosts are followed with --remote only`);
    return super.loadExternalRef(absoluteRef);
  }

  /** Lines within braces that are indented too little for YAML 1.2 mean nothing else than with more spaces before them. */
  override parseDocument(source: Source, isRoot = false): Document {
    for (let current = source; ; ) {
      try {
        const document = super.parseDocument(current, isRoot);
        if (source.absoluteRef !== this.#root) referToRoot(document.parsed, this.#root);
        return document;
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

/** The address of a description: a URL, or a path, from the root of the file system. */
export const addressOf = (file: string): string => (isUrl(file) ? file : path.resolve(file));

const isUrl = (file: string): boolean => /^https?:\/\//.test(file);
