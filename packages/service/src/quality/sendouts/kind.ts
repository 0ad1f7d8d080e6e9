/** Sendouts to people who try a mailing: a check, the check in which they decide, or one mail to one address. */
export type TestSendoutKind = 'testsendout' | 'approval' | 'testmail';
