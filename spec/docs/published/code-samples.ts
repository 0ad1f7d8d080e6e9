import type { ApiModel, OpenApiDocument } from '@mailwright/codegen';
import { languages } from '../languages.ts';
import type { SampleRequest } from '../request.ts';

/** Adds the code samples of the documentation to every operation: `x-codeSamples`, which renderers show beside it. */
export function addCodeSamples(
  document: OpenApiDocument,
  { operations }: ApiModel,
  requests: ReadonlyMap<string, SampleRequest>,
): void {
  for (const { id, path, method } of operations) {
    const request = requests.get(id)!;
    document.paths[path][method.toLowerCase()]['x-codeSamples'] = languages.map(({ grammar, title, write }) => ({
      lang: grammar,
      label: title,
      source: write(request),
    }));
  }
}
