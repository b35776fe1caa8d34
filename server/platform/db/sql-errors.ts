/**
 * Whether PostgreSQL refused a prepared statement because its result columns have changed since it was prepared. The
 * statement succeeds once it is prepared again.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** The name of the constraint or unique index that was violated; undefined for other errors. */
export function constraintOf(error: unknown): string | undefined {
  return (error as { constraint?: string }).constraint
}

/** Whether a foreign key was violated: if a row was to be removed, other rows still refer to it. */
export function isReferenced(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

/** Whether a unique index already has the value. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
