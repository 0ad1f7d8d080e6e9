import { type ApiModel, buildModel, loadDescription } from '@mailwright/codegen';
import { descriptionFile } from '../src/files.ts';

export const description = await loadDescription(descriptionFile);
const model: ApiModel = buildModel(description);

/** Names of the schemas that bodies of one kind have at their root. */
export function bodySchemas(kind: 'xml' | 'json'): Set<string> {
  const contents = model.operations.flatMap(({ bodies, responses }) => [
    ...bodies,
    ...responses.flatMap((response) => response.contents),
  ]);
  return new Set(contents.filter((content) => content.kind === kind).map(({ schema }) => schema!));
}
