interface Load {
  data: unknown
  errorUpdateCount: number
}

/**
 * Whether a screen has failed to get its data, also while it retries: a skeleton in between would
 * flicker, and remove the retry control from under a finger.
 */
export function hasFailed({ data, errorUpdateCount }: Load): boolean {
  return data === undefined && errorUpdateCount > 0
}
