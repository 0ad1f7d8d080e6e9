import { dirname, join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import { expect, test } from 'vitest';
import { readCorpus } from '../src/contract/corpus.ts';
import { mockResponse } from '../src/mock/mocked.ts';
import { mockedContract } from './support/mock-target.ts';

test('every XML success that the mock answers is a document of the corpus', async () => {
  const contract = await mockedContract();
  const corpus = readCorpus(join(dirname(descriptionFile), 'corpus'));
  let answers = 0;
  for (const operation of contract.model.operations) {
    for (const response of operation.responses.filter(({ status }) => Number(status) < 300)) {
      for (const content of response.contents.filter(({ kind }) => kind === 'xml')) {
        const { value } = await mockResponse(contract, operation, response, content, {});
        const codec = contract.codec(content.schema!, 'response');
        const decoded = codec.decode(codec.encode(value));
        const cases = corpus.get(content.schema!)!.map((each) => each.value);
        expect(cases, operation.id).toContainEqual(decoded);
        answers++;
      }
    }
  }
  expect(answers).toBeGreaterThan(100);
});
