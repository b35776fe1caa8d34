/** Batching: one statement answers many questions that arrive together. */

export type Ask<Id, Answer> = (ids: readonly Id[]) => Promise<Map<Id, Answer>>

/**
 * Asks one question at a time; those that arrive meanwhile form the next batch. No call is answered
 * by a question that began before it. The answers may include other callers' ids.
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
    // The callers in this batch get its failure; the next batch asks a new question.
    asking = answers.catch(() => {})
    return { ids, answers }
  }

  return (ids) => {
    next ??= begin()
    for (const id of ids) next.ids.add(id)
    return next.answers
  }
}
