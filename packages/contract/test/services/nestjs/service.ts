import { startBuilt } from '../built.ts';
import type { CorpusService, StartOptions } from '../service.ts';

/** Teams and their members, in the way of NestJS's guide: decorated classes that are the description too. */
export const startNestjs = (options: StartOptions): Promise<CorpusService> => startBuilt('nestjs', options);
