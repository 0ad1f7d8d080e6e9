import {
  ApiError,
  createDispatcher,
  type Dispatch,
  type Hooks,
  type Principal,
  type RawRequest,
} from '@mailwright/server';
import { operators } from '../../account/index.ts';
import type { Administration } from '../../administration/actions.ts';
import { RefusalError } from '../../administration/refusal.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { tellingUnavailable } from '../../platform/http/unavailable.ts';
import { admitHolder } from '../admit-holder.ts';
import { defended, refuseOtherSites } from '../browser-defences.ts';
import { adminImplementation } from './handlers.ts';

export interface OperatorPrincipal extends Principal {
  holder: operators.OperatorHolder;
}

export interface AdminOptions
  extends Pick<Hooks<Administration, OperatorPrincipal>, 'onError' | 'onAnswer' | 'publicUrl'> {
  db: Db;
  /** A key was not taken. */
  refuse(key: string, request: RawRequest): void;
  /** Returns the actions, with audit entries that name the operator. */
  administration(operator: operators.OperatorHolder & { remoteAddress: string | undefined }): Administration;
}

/** The administration interface (`spec/admin`), with keys of its own. */
export function adminDispatcher({ db, refuse, administration, ...hooks }: AdminOptions): Dispatch {
  const authenticate = async (key: string, request: RawRequest) => {
    const holder = await retrying(() => operators.findOperator(db, key));
    if (holder) return admitHolder(holder, request.remoteAddress, () => refuse(key, request));
    refuse(key, request);
    return undefined;
  };
  return defended(
    createDispatcher<Administration, OperatorPrincipal>(adminImplementation, {
      ...hooks,
      clientOf: ({ holder }) => `operator ${holder.keyId}`,
      authenticate: (key, request) => tellingUnavailable(() => authenticate(key, request)),
      intercept: async (call, next) => {
        refuseOtherSites(call);
        const { holder } = call.principal!;
        const actions = administration({ ...holder, remoteAddress: call.request.remoteAddress });
        return tellingUnavailable(async () => next(actions)).catch((error) => {
          throw toApiError(error);
        });
      },
    }),
  );
}

/** Contexts say with a plain error what is wrong with an argument; errors of libraries and of the system are others. */
function toApiError(error: unknown): unknown {
  if (error instanceof RefusalError) return new ApiError(error.status, sentence(error.message));
  const isPlain = error instanceof Error && Object.getPrototypeOf(error) === Error.prototype && !('code' in error);
  return isPlain ? new ApiError(400, sentence(error.message)) : error;
}

/** The command line puts its name before a message. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
