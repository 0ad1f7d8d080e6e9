import { existsSync, readFileSync } from 'node:fs';
import { changesFile, releasedFile } from '../guard/files.ts';
import type { OpenApiDocument } from '../src/compare/document.ts';
import { type OperationChange, operationChanges } from '../src/compare/operation-changes.ts';
import { strip } from '../src/compare/strip.ts';

/** Changes of the operations between a release and the one before. */
export interface ReleaseChanges {
  /** `undefined` for those since the last release. */
  version?: string;
  changes: OperationChange[];
}

/** Reads the changes of all releases, the newest first; `undefined` before the first one. */
export function readChanges(document: OpenApiDocument): ReleaseChanges[] | undefined {
  if (!existsSync(releasedFile)) return undefined;
  const released: OpenApiDocument = JSON.parse(readFileSync(releasedFile, 'utf8'));
  const earlier: ReleaseChanges[] = existsSync(changesFile) ? JSON.parse(readFileSync(changesFile, 'utf8')) : [];
  return [{ changes: operationChanges(released, strip(document)) }, ...earlier];
}

/**
 * The page of the changes in Markdown.
 * @param addresses of the pages of operations by their ids, without ending
 */
export function changesPage(releases: readonly ReleaseChanges[], addresses: ReadonlyMap<string, string>): string {
  const line = ({ method, path, id, kind, breaks }: OperationChange) => {
    const address = kind === 'gone' ? undefined : addresses.get(id);
    const name = address === undefined ? id : `[${id}](../${address}.md)`;
    const what = breaks.length > 0 ? `breaks clients: ${breaks.join('; ')}` : kind === 'new' ? 'new' : 'compatible';
    return `- ${name}, \`${method} ${path}\`: ${what}`;
  };
  const sections = releases.map(({ version, changes }) => {
    const [breaking, others] = [true, false].map((wanted) =>
      changes.filter(({ breaks }) => breaks.length > 0 === wanted),
    ) as [OperationChange[], OperationChange[]];
    return [
      `## ${version ?? 'Since the last release'}`,
      ...(changes.length === 0 ? ['No operation has changed.'] : []),
      ...(breaking.length > 0 ? ['### Changes that break clients', breaking.map(line).join('\n')] : []),
      ...(others.length > 0 ? ['### Other changes', others.map(line).join('\n')] : []),
    ].join('\n\n');
  });
  return `# Changes of the API

What has changed in each release, by operation. Words of the description, such as this one, are not compared.

${sections.join('\n\n')}
`;
}
