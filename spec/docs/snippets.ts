import { buildModel, loadDescription } from '@mailwright/codegen';
import { descriptionFile } from '../src/files.ts';
import { curl } from './curl.ts';
import { Examples } from './examples.ts';
import { readSamples, sampleRequests } from './samples.ts';
import { typescript } from './typescript.ts';

export interface Snippet {
  /** operationId */
  id: string;
  curl: string;
  typescript: string;
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
    curl: curl(request),
    typescript: typescript(request),
    needs: samples.operations[id]?.needs,
  }));
}
