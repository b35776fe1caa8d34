interface Load {
  data: unknown
  errorUpdateCount: number
}

/**
 * Whether loading a screen's data has failed. Stays true during a retry: a skeleton in between
 * would flicker, and take the retry button away from under a finger.
 */
export function hasFailed({ data, errorUpdateCount }: Load): boolean {
  return data === undefined && errorUpdateCount > 0
}
