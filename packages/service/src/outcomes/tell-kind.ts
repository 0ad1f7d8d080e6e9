/** The job that tells users of an outcome by mail. Its handler is above, where mails are made. */
export const tellOutcomeKind = { kind: 'tell-outcome' };

export interface TellOutcome {
  outcomeId: number;
}
