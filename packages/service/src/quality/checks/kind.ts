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

/** What is for regular mailings only. */
export const onlyRegular: ReadonlySet<CheckKind> = new Set(['personalization', 'bounce', 'approval']);
