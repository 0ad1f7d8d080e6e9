import { buildModel, loadDescription } from '@mailwright/codegen';
import { descriptionFile } from '../src/files.ts';
import { Examples } from './examples.ts';
import { type LanguageId, languages } from './languages.ts';
import { readSamples, sampleRequests } from './samples.ts';

export interface Snippet extends Record<LanguageId, string> {
  /** operationId */
  id: string;
  /** What only the reader has, without which the snippet cannot be run. */
  needs?: string | undefined;
}

/** The snippets of all operations. */
export async function snippets(): Promise<Snippet[]> {
  const model = buildModel(await loadDescription(descriptionFile));
  const samples = readSamples(model);
  const requests = sampleRequests(model, samples, new Examples(model.document));
  return Array.from(requests, ([id, request]) => ({
    id,
    ...(Object.fromEntries(languages.map(({ id, write }) => [id, write(request)])) as Record<LanguageId, string>),
    needs: samples.operations[id]?.needs,
  }));
}
