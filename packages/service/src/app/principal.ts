import type { Principal } from '@mailwright/server';
import type { KeyHolder } from '../account/index.ts';

/** The holder of the key that came with a request. */
export interface HolderPrincipal extends Principal {
  holder: KeyHolder;
}
