interface Load {
  data: unknown
  errorUpdateCount: number
}

/**
 * Whether loading a screen's data has failed. Stays true during a retry, because a skeleton would flicker and remove
 * the retry button while the user is tapping it.
 */
export function hasFailed({ data, errorUpdateCount }: Load): boolean {
  return data === undefined && errorUpdateCount > 0
}
