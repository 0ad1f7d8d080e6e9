import { dirname, join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import type { Record, Untried } from '../../src/calls/record.ts';
import { type Contract, loadContract } from '../../src/contract/contract.ts';
import { type Corpus, NO_CORPUS, readCorpus } from '../../src/contract/corpus.ts';
import type { HeaderLines, ReceivedResponse, SentRequest } from '../../src/exchange/exchange.ts';
import { mockAnswer } from '../../src/mock/answer.ts';
import { NO_PRECONDITIONS } from '../../src/preconditions/preconditions.ts';
import type { VerifyOptions } from '../../src/run/options.ts';
import { verify } from '../../src/run/verify.ts';
import type { Target } from '../../src/test-cases/request.ts';

/** The mock in this process, reached without a network; `disturb` may answer in another way than the mock would. */
export type Disturb = (
  request: SentRequest,
  honest: (request: SentRequest) => Promise<ReceivedResponse>,
) => Promise<ReceivedResponse>;

const target: Target = {
  baseUrl: 'https://mock.test/1.0',
  plainUrl: 'http://mock.test/1.0',
  credentials: [['Authorization', 'Bearer any']],
  query: [],
  limited: [],
};

const corpus: Corpus = readCorpus(join(dirname(descriptionFile), 'corpus'));

/** Our own description with its corpus; or another one. */
export async function mockedContract(file = descriptionFile): Promise<Contract> {
  return loadContract(file, { corpus: file === descriptionFile ? corpus : NO_CORPUS });
}

function memorySender(contract: Contract, disturb: Disturb): VerifyOptions['sender'] {
  const setting = { contract, baseUrl: target.baseUrl, httpsOnly: true };
  const honest = (request: SentRequest) => mockAnswer(withBase(setting, request), request);
  return {
    send: async (request) => ({ request, response: await disturb(request, honest) }),
  };
}

/** The mock stands at both addresses. */
const withBase = <T extends { baseUrl: string }>(setting: T, { url }: SentRequest): T => ({
  ...setting,
  baseUrl: url.startsWith('https:') ? target.baseUrl : target.plainUrl!,
});

/** Some key for each scheme that a description knows. */
function withKeys({ model }: Contract): Target {
  const schemes: { type?: string; in?: string; name?: string }[] = Object.values(
    model.document.components?.securitySchemes ?? {},
  );
  const named = (place: string): HeaderLines =>
    schemes.filter((scheme) => scheme.type === 'apiKey' && scheme.in === place).map(({ name = '' }) => [name, 'any']);
  return { ...target, credentials: [...target.credentials, ...named('header')], query: named('query') };
}

/** Verifies the mock, or what `disturb` makes of it; `ids` limits the run to these operations, steps included. */
export async function verifyMock(
  contract: Contract,
  disturb: Disturb = (request, honest) => honest(request),
  ids?: string[],
  more: Partial<VerifyOptions> = {},
) {
  const operations = contract.model.operations.filter(({ id }) => ids?.includes(id) ?? true);
  const records: Record[] = [];
  const untried: Untried[] = [];
  await verify({
    contract: { ...contract, model: { ...contract.model, operations } },
    preconditions: NO_PRECONDITIONS,
    corpus,
    target: withKeys(contract),
    sender: memorySender(contract, disturb),
    concurrency: 4,
    prefer: true,
    strict: true,
    onRecord: (record) => records.push(record),
    onUntried: (each) => untried.push(each),
    ...more,
  });
  return { records, untried };
}
