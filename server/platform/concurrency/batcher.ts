/** Batching: questions of which many come at once, and which one statement can answer. */

export type Ask<Id, Answer> = (ids: readonly Id[]) => Promise<Map<Id, Answer>>

/**
 * Asks for all who came while it was asking for those before. Nobody is answered by a question
 * that began before theirs. The answers may have others' ids too.
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
    // Whoever asked hears of a failure; the next question is another.
    asking = answers.catch(() => {})
    return { ids, answers }
  }

  return (ids) => {
    next ??= begin()
    for (const id of ids) next.ids.add(id)
    return next.answers
  }
}
