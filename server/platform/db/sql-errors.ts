/**
 * Whether PostgreSQL rejected a prepared statement because its result columns have changed since. The statement
 * succeeds once it is prepared again.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** The name of the violated constraint or unique index; undefined for other errors. */
export function constraintOf(error: unknown): string | undefined {
  return (error as { constraint?: string }).constraint
}

/** Whether a foreign key was violated. For a removal, this means that other rows still refer to the row. */
export function isReferenced(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

/** Whether a unique index already has the value. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
