import type { Say, Words } from '../words.ts';

/** A pattern of an English sentence, and what is said for it; named groups are values. */
export type SentencePattern = readonly [pattern: RegExp, said: Words];

/** What the console says for sentences of the service, in the language of the person. */
export interface Sentences {
  say(say: Say, sentence: string): string | undefined;
  /** Reports whether a sentence is known. */
  knows(sentence: string): boolean;
}

/** @param plain sentences without values, which are said as they are */
export function knownSentences(plain: readonly Words[], patterns: readonly SentencePattern[]): Sentences {
  const known = new Map(plain.map((sentence) => [String(sentence), sentence]));
  const match = (sentence: string) => {
    for (const [pattern, said] of patterns) {
      const found = pattern.exec(sentence);
      if (found !== null) return [said, { ...found.groups }] as const;
    }
    return undefined;
  };
  return {
    say(say, sentence) {
      const said = known.get(sentence);
      if (said !== undefined) return say(said);
      const found = match(sentence);
      return found && say(...found);
    },
    knows: (sentence) => known.has(sentence) || match(sentence) !== undefined,
  };
}
