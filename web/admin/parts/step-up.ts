import { ApiError } from '#web/api/request.ts'
import { createStore } from '#web/ui/store.ts'

export interface Asked {
  /** What the server says is missing. */
  reason: string
  /** The password was right: the call is repeated. */
  onProved: () => void
  onClose: () => void
}

/** The question for the password, while one is open; `StepUp` shows it. */
export const stepUpAsked = createStore<Asked | null>(null)

let asking: Promise<void> | null = null

/**
 * Makes a call for which a session may have to give the password again (`stepUp` in the contract):
 * then asks for it and repeats the call.
 * @throws ApiError the call's own, with `current_password`, when the question is closed.
 */
export async function withStepUp<Reply>(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call()
  } catch (error) {
    const reason = error instanceof ApiError && error.fields.current_password?.[0]
    if (!reason) throw error
    asking ??= ask(reason, error).finally(() => {
      asking = null
      stepUpAsked.set(null)
    })
    await asking
    return call()
  }
}

function ask(reason: string, error: unknown): Promise<void> {
  return new Promise((onProved, reject) => {
    stepUpAsked.set({ reason, onProved, onClose: () => reject(error) })
  })
}
