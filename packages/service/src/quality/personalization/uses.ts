import { liquidNamespaces, type Recipient } from '../../sending/index.ts';
import { type CompiledTexts, isConditional, type Variable } from '../../templates/index.ts';
import type { Finding } from '../findings/findings.ts';
import { type ContentName, contentNames } from './contents.ts';
import type { PlacedTag } from './tags.ts';

/** A value that a content asks for, by a tag or in Liquid. */
export interface ValueUse {
  namespace: string;
  field: string;
  /** Empty when there is none. */
  fallback: string;
  content: ContentName;
  /** Not everybody sees it. */
  conditional: boolean;
  /** A missing value is visible to the recipient: the tag is in the text, unconditional, and has no fallback. */
  leavesGap: boolean;
}

type Compiled = CompiledTexts<ContentName, Recipient>;

/** The tags of contents, and what Liquid asks for. */
export function usesOf(tags: readonly PlacedTag[], liquid: Compiled['liquid']): ValueUse[] {
  const uses = tags.map(({ namespace, field, fallback, content, start }): ValueUse => {
    const conditional = liquid !== undefined && isConditional(liquid.markup[content], start);
    return { namespace, field, fallback, content, conditional, leavesGap: fallback === '' && !conditional };
  });
  if (liquid === undefined) return uses;
  const known = (variable: Variable) => isKnown(variable) && variable.path.length > 1;
  const variables = contentNames.flatMap((content) =>
    liquid.variables[content].filter(known).map(({ path, fallback = '', conditional, shown }): ValueUse => {
      const [namespace, ...fields] = path;
      const leavesGap = shown && fallback === '' && !conditional;
      return {
        namespace: namespace!.toUpperCase(),
        field: namespace === 'event' ? fields.join('.') : fields[0]!,
        fallback,
        content,
        conditional,
        leavesGap,
      };
    }),
  );
  return [...uses, ...variables];
}

const isKnown = ({ path }: Variable) => liquidNamespaces.some((name) => name === path[0]);

/** Variables that nothing is known of, each once a content. */
export function unknownVariables(liquid: Compiled['liquid']): Finding[] {
  if (liquid === undefined) return [];
  return contentNames.flatMap((location) => {
    const names = new Set(
      liquid.variables[location].filter((variable) => !isKnown(variable)).map(({ path }) => path[0]),
    );
    return [...names].map((name): Finding => {
      const message = `There is no variable ${name}; there are ${liquidNamespaces.join(', ')}.`;
      return { code: 'variable_unknown', severity: 'error', message, location };
    });
  });
}
