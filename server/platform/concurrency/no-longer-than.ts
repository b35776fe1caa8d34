/** Settles with the work or resolves after `ms` milliseconds, whichever comes first. The work is not canceled. */
export async function noLongerThan(ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, Math.max(ms, 0))
  await Promise.race([work, isOver])
  clearTimeout(timer)
}
