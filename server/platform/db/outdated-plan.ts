/**
 * Whether PostgreSQL refused a statement that it keeps, since its rows have another shape by now.
 * Prepared anew, it runs.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
