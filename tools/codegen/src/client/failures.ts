import { valueName } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Content, Operation, Response } from '../model/model.ts';
import { codecImports, contentList, runtimeFunctions } from './contents.ts';
import { nameList } from './source.ts';

/** The bodies of failures, `error documents`: few lists that nearly all operations share, by their source text. */
export type FailureLists = Map<string, { name: string; contents: Content[] }>;

export function failureLists(model: ApiModel): FailureLists {
  const lists: FailureLists = new Map();
  for (const operation of model.operations) {
    const contents = failureContents(operation);
    const text = contentList('decode', contents);
    if (contents.length === 0 || lists.has(text)) continue;
    const base = valueName(`${contents[0]!.schema ?? contents[0]!.kind}-bodies`);
    const same = [...lists.values()].filter(({ name }) => name.replace(/_\d+$/, '') === base).length;
    lists.set(text, { name: same ? `${base}_${same + 1}` : base, contents });
  }
  return lists;
}

/** What a failure of an operation is read as, unless it is named: as the default response, else as most failures. */
export function failureContents({ responses }: Operation): Content[] {
  const fallback = responses.find(({ status }) => status === 'default');
  if (fallback) return fallback.contents;
  const same = Map.groupBy(responses.filter(isFailureWithBody), ({ contents }) => contentList('decode', contents));
  const [most] = [...same.values()].sort((a, b) => b.length - a.length);
  return most?.[0]?.contents ?? [];
}

export function isSuccess({ status }: Pick<Response, 'status'>): boolean {
  return status !== 'default' && status >= 200 && status < 300;
}

function isFailureWithBody(response: Response): boolean {
  return !isSuccess(response) && response.contents.length > 0;
}

export function failuresFile(model: ApiModel, lists: FailureLists): string {
  const all = [...lists.values()].flatMap(({ contents }) => contents);
  const imports = [
    `import ${nameList(['type AnswerContent', ...runtimeFunctions('decode', all)])} from '@mailwright/client-runtime';`,
    ...codecImports('decode', all, '../'),
  ];
  const constants = [...lists].map(([text, { name }]) => `export const ${name}: readonly AnswerContent[] = ${text};`);
  return constants.length ? sourceFile(model, imports, constants.join('\n')) : sourceFile(model, [], 'export {};');
}
