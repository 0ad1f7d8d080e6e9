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

/** Checks for regular mailings only. */
export const onlyRegular: ReadonlySet<CheckKind> = new Set(['personalization', 'bounce', 'approval']);
