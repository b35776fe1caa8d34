export type Ask<Id, Answer> = (ids: readonly Id[]) => Promise<Map<Id, Answer>>

/**
 * Runs one `ask` at a time; calls that arrive while it runs form the next batch. No call is answered by an `ask` that
 * began before it. The answers may include other callers' ids.
 */
export function createBatcher<Id, Answer>(ask: Ask<Id, Answer>): Ask<Id, Answer> {
  let asking: Promise<unknown> = Promise.resolve()
  let next: { ids: Set<Id>; answers: Promise<Map<Id, Answer>> } | null = null

  function begin() {
    const ids = new Set<Id>()
    const answers = asking.then(() => {
      next = null
      return ask([...ids])
    })
    // Only the callers of this batch get its failure; the next batch asks again.
    asking = answers.catch(() => {})
    return { ids, answers }
  }

  return (ids) => {
    next ??= begin()
    for (const id of ids) next.ids.add(id)
    return next.answers
  }
}
