export type Ask<Id, Answer> = (ids: readonly Id[]) => Promise<Map<Id, Answer>>

/**
 * Runs one `ask` at a time and batches the calls that arrive while it runs. A call never gets the result of an `ask`
 * that began before it. Results may include other callers' ids.
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
    // A failure rejects only this batch's calls; the next batch runs regardless.
    asking = answers.catch(() => {})
    return { ids, answers }
  }

  return (ids) => {
    next ??= begin()
    for (const id of ids) next.ids.add(id)
    return next.answers
  }
}
