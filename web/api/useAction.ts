import { useRef, useState } from 'react'
import { type MessageId, translate } from '#web/i18n/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'

/**
 * Runs one action at a time: calls are ignored while it runs, so that a double click does not order, add or rate twice.
 * The lock is a ref because state would still be stale for a second click in the same frame.
 * @param failed the message to show in a toast, or the callback to run, after a failure has been logged. If omitted,
 * `run` rejects with the error.
 */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
  failed?: MessageId | ((error: unknown) => void),
): [run: (...args: Args) => Promise<void>, running: boolean] {
  const locked = useRef(false)
  const [running, setRunning] = useState(false)

  async function run(...args: Args) {
    if (locked.current) return
    locked.current = true
    setRunning(true)
    try {
      await act(...args)
    } catch (error) {
      if (failed === undefined) throw error
      console.warn(error)
      if (typeof failed === 'string') showToast(translate(failed), 'error')
      else failed(error)
    } finally {
      locked.current = false
      setRunning(false)
    }
  }
  return [run, running]
}
