import { randomUUID } from 'node:crypto'
import type { Binding, Bus } from './bus.ts'

const ANSWER_MS = 1_000

export function createQuestions(bus: Bus) {
  const open = new Map<string, (isFound: boolean) => void>()
  return {
    /**
     * Asks the other processes whether they have the socket.
     * @returns whether one of them has it, recorded the binding, and replied within a second.
     */
    async ask(binding: Binding): Promise<boolean> {
      const question = randomUUID()
      let timer: NodeJS.Timeout | undefined
      const answer = new Promise<boolean>((resolve) => {
        open.set(question, resolve)
        timer = setTimeout(resolve, ANSWER_MS, false)
      })
      try {
        await bus.send([{ kind: 'bind', question, binding }])
        return await answer
      } finally {
        clearTimeout(timer)
        open.delete(question)
      }
    },

    found: (question: string): void => open.get(question)?.(true),
  }
}
