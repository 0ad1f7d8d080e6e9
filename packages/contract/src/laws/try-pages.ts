import { variable } from '../chains/infer.ts';
import type { Resource } from '../chains/resources.ts';
import type { ReceivedResponse } from '../exchange/exchange.ts';
import { breach } from '../judge/finding.ts';
import { readAnswer } from '../judge/response.ts';
import { buildRequest } from '../test-cases/request.ts';
import { isLimit } from './check.ts';
import { faultsOfPages, type Next, pagerOf } from './pages.ts';
import { inputOf, itemsIn, type LawSources, textAt, withThings } from './things.ts';

/** Pages that are followed at most. */
const MOST_PAGES = 40;

/**
 * Follows the pages of a list to the end, asked to be small: no item comes twice, and none of those that were made is missing.
 * A walk that shows a fault is taken again, for others may add and delete meanwhile. Nothing else of the run goes on beside it.
 */
export async function tryPages(resource: Resource, sources: LawSources): Promise<void> {
  const { list, items, idInItem, idInAnswer } = resource;
  const limit = list?.parameters.find((each) => each.in === 'query' && isLimit(each.name));
  if (!list || !limit || !items || !idInItem || !idInAnswer) return;
  const { contract, target, call } = sources;
  await withThings(resource, sources, async (known) => {
    const wanted = [known[variable(resource)], known[`${variable(resource)}2`]].flatMap((each) =>
      textAt(each, idInAnswer),
    );
    const size = Math.max(limit.schema.minimum ?? 1, 1);
    const pager = pagerOf(list);
    const about = `all pages with ${limit.name}=${size} by ${pager.how}`;

    const walk = async (isAgain: boolean): Promise<string[]> => {
      const input = inputOf(sources, list, known, { [limit.name]: size });
      let request = buildRequest(contract, target, list, input);
      const ids: string[] = [];
      for (let pages = 1; pages <= MOST_PAGES; pages++) {
        let next: Next;
        let faults: string[] = [];
        const expect = (status: number, response: ReceivedResponse) => {
          if (status >= 300) return [];
          const value = readAnswer(contract, list, response);
          const found = itemsIn(value, items);
          ids.push(...found.flatMap((item) => textAt(item, idInItem)));
          next = pager.next({ response, value, items: found }, ids.length, pages);
          faults = faultsOfPages(ids, wanted, next === undefined && (pages > 1 || found.length === 0));
          return isAgain ? faults.map((message) => breach('state', message)) : [];
        };
        await call(list, about, request, { expect });
        if (faults.length > 0 || next === undefined || !isOfService(next, request.url)) return faults;
        request =
          'url' in next
            ? { ...request, url: new URL(next.url, request.url).href }
            : buildRequest(contract, target, list, { ...input, ...next.input });
      }
      return [];
    };

    if ((await walk(false)).length > 0) await walk(true);
  });
}

/** The key is for the service alone, wherever a link leads. */
const isOfService = (next: NonNullable<Next>, url: string) =>
  !('url' in next) || new URL(next.url, url).origin === new URL(url).origin;
