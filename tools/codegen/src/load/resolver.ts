import path from 'node:path';
import { BaseResolver } from '@redocly/openapi-core';

/** Reads the files of a description; from the network only what is asked for. */
export class DescriptionResolver extends BaseResolver {
  readonly #origin: string | undefined;
  readonly #remote: boolean;

  /** `remote` follows references to any address; without it, a description by URL can refer to files of its own host. */
  constructor(root: string, remote: boolean) {
    super();
    this.#origin = isUrl(root) ? new URL(root).origin : undefined;
    this.#remote = remote;
  }

  override async loadExternalRef(absoluteRef: string): ReturnType<BaseResolver['loadExternalRef']> {
    if (isUrl(absoluteRef) && !this.#remote && new URL(absoluteRef).origin !== this.#origin)
      throw new Error(`${absoluteRef} is not read: references to other hosts are followed with --remote only`);
    return super.loadExternalRef(absoluteRef);
  }
}

/** The address of a description: a URL, or a path, from the root of the file system. */
export const addressOf = (file: string): string => (isUrl(file) ? file : path.resolve(file));

const isUrl = (file: string): boolean => /^https?:\/\//.test(file);
