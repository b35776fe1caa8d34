/** Whether a statement failed because a unique index already has the value. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
