import { createClient } from '@mailwright/client';
import { descriptionFile } from '@mailwright/spec';
import { databases } from '../../../service/test/support/database.ts';
import { startTestService, type TestService } from '../../../service/test/support/service.ts';
import { type Contract, type Exchange, judge, loadContract, recordingFetch, type Verdict } from '../../src/index.ts';

/** Our own service in this process, and a client whose calls are judged. */
export interface JudgedService {
  service: TestService;
  contract: Contract;
  /** Base URL of the service, with the version. */
  baseUrl: string;
  /** A client; `disturb` may change what the service answers before it is judged. */
  client(disturb?: (response: Response) => Response | Promise<Response>): TestService['client'];
  /** Verdicts on all calls since the last time, in order. */
  verdicts(): Promise<Verdict[]>;
  /** All calls since the last time, in order. */
  exchanges(): Exchange[];
}

/** Call it where tests are collected; it opens the embedded database. */
export function ownService(): { start(): Promise<JudgedService> } {
  const [embedded] = databases();
  return {
    async start() {
      const [service, contract] = await Promise.all([
        embedded!.open().then((database) => startTestService(database)),
        loadContract(descriptionFile),
      ]);
      const baseUrl = `${service.origin}/1.0`;
      let exchanges: Exchange[] = [];
      const take = () => {
        const taken = exchanges;
        exchanges = [];
        return taken;
      };
      return {
        service,
        contract,
        baseUrl,
        client: (disturb = (response) => response) =>
          createClient({
            baseUrl,
            apiKey: service.key,
            retries: 0,
            fetch: recordingFetch(
              (exchange) => exchanges.push(exchange),
              async (request) => disturb(await service.fetch(request)),
            ),
          }),
        verdicts: () => Promise.all(take().map((exchange) => judge(contract, baseUrl, exchange))),
        exchanges: take,
      };
    },
  };
}
