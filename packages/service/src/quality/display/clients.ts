import type { CheckState } from '../findings/findings.ts';
import { layout, support } from './support.ts';

export interface DisplayClient {
  name: string;
  state: CheckState;
  issues: { feature: string; count: number }[];
}

/** Reports features that families of mail programs do not render as intended: a warning if that changes the layout. */
export function judgeClients(used: ReadonlyMap<string, number>): DisplayClient[] {
  return support.map(({ client, lacks }) => {
    const issues = lacks.flatMap((feature) => {
      const count = used.get(feature);
      return count === undefined ? [] : [{ feature, count }];
    });
    return { name: client, state: issues.some(({ feature }) => layout.has(feature)) ? 'warning' : 'success', issues };
  });
}
