import type { Inventor } from './invent.ts';

/** The properties of a request that decide whether it can do harm. */
export interface Intent {
  method: string;
  /** Below the base address, without a query: `/customers/7`. */
  path: string;
  /** Path template of the description: `/customers/{id}`. */
  template: string;
  /** Every id in it is declared in preconditions, by people who know what it means. */
  declared: boolean;
}

/**
 * Knows what this run has made. The rule of the whole run is in `permits`: nothing is changed or deleted that this run has
 * not made.
 */
export interface Ledger {
  /** Remembers that the run has made what is at a path. */
  own(path: string): void;
  permits(intent: Intent): boolean;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Names of operations that have an effect on what is there, though they name nothing in their path. */
const AFFECTS_OTHERS =
  /delet|remov|purg|reset|clear|wip|drop|cancel|clos|archiv|merg|mov|transfer|refund|revok|disabl|block|approv|import|sync|bulk/i;

export function createLedger({ isInvented }: Inventor, useExisting = false): Ledger {
  const owned = new Set<string>();
  /** Resources below an own resource are own resources too. */
  const isOwned = (path: string) => {
    const segments = segmentsOf(path);
    return segments.some((_, i) => owned.has(segments.slice(0, i + 1).join('/')));
  };
  return {
    own: (path) => owned.add(segmentsOf(path).join('/')),
    permits({ method, path, template, declared }) {
      if (READING.has(method) || useExisting || declared) return true;
      // Nothing can have been below an id that the run has made up.
      if (isOwned(path) || segmentsOf(path).some((segment) => isInvented(decoded(segment)))) return true;
      return method === 'POST' && !template.includes('{') && !AFFECTS_OTHERS.test(template);
    },
  };
}

const segmentsOf = (path: string) => path.replace(/^\/|\/$/g, '').split('/');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
