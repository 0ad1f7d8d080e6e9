/** Codes of PostgreSQL for transactions that others stood in the way of: serialization failure, deadlock. */
const conflicts = ['40001', '40P01'];
const attempts = 5;

/** Runs a transaction, and once more when it failed only because of others that ran at the same time. */
export async function retryingConflicts<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === attempts || !conflicts.includes((error as { code?: string }).code ?? '')) throw error;
    }
  }
}
