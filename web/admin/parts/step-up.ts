import { ApiError } from '#web/api/request.ts'
import { createStore } from '#web/ui/store.ts'

export interface Asked {
  /** The server's message, which says why the password is needed. */
  reason: string
  /** Retries the call; to be called once the server has accepted the password. */
  onProved: () => void
  onClose: () => void
}

/** The open password dialog, if any; `StepUp` shows it. */
export const stepUpAsked = createStore<Asked | null>(null)

let asking: Promise<void> | null = null

/**
 * Makes a call that may require the password again (`stepUp` in the contract): if so, asks for the password and retries
 * the call.
 * @throws the error of the call or its retry; if the user closes the dialog, the error that opened it, possibly from a
 * different call
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
