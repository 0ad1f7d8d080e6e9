/** The checks that are made in the background. */
export type BackgroundKind =
  | 'attention'
  | 'display'
  | 'image'
  | 'link'
  | 'messagesize'
  | 'spam'
  | 'personalization'
  | 'bounce';

export type CheckKind = BackgroundKind | 'testsendout' | 'approval';

/** One start of a check. */
export interface CheckRun {
  accountId: number;
  mailingId: number;
  kind: CheckKind;
  /** UUID; a later start of the same check has another one. */
  run: string;
}

/** Job that makes a check in the background. */
export const checkJobKind = { kind: 'mailing-check' };

/** A check has at most one waiting job. */
export const checkJobKey = ({ mailingId, kind }: Pick<CheckRun, 'mailingId' | 'kind'>) => `${mailingId}/${kind}`;

/** Checks for regular mailings only. */
export const onlyRegular: ReadonlySet<CheckKind> = new Set(['personalization', 'bounce', 'approval']);
