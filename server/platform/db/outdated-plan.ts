/**
 * Whether PostgreSQL refused a prepared statement because its result columns have changed since. It
 * runs when prepared again.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
