/** A variant of an experiment whose decision is waited for. */
export interface AwaitedVariant {
  /** When its figures are taken; undefined before all of its contacts were tried once. */
  due: Date | undefined;
  /** When it is sent to its part, if not at once. */
  startsAt: Date | null;
  /** Its figures were taken. */
  isCounted: boolean;
}

/** What is to be done for an experiment at a moment. */
export interface CourseStep {
  /** Indexes of the variants whose figures are taken now. */
  count: number[];
  /** When to look again; undefined if all figures are there, so that the experiment is decided. */
  lookAt: Date | undefined;
}

/** So much later it is looked again whether all contacts of a variant were tried. */
const lookAgainMillis = 60_000;

/**
 * Plans the next step to the decision. Figures of each variant are taken once, at a moment that its sending alone determines, and
 * nothing is compared before all are there: however often somebody looks, there is one comparison.
 */
export function planStep(variants: readonly AwaitedVariant[], now: Date): CourseStep {
  const count = variants.flatMap(({ due, isCounted }, index) =>
    !isCounted && due !== undefined && due <= now ? [index] : [],
  );
  const looks = variants.flatMap(({ due, startsAt, isCounted }, index) => {
    if (isCounted || count.includes(index)) return [];
    const soon = now.getTime() + lookAgainMillis;
    return [due?.getTime() ?? Math.max(soon, startsAt?.getTime() ?? 0)];
  });
  return { count, lookAt: looks.length === 0 ? undefined : new Date(Math.min(...looks)) };
}
