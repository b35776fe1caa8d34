import { useRef, useState } from 'react'

/**
 * Runs an action one at a time: calls that come while it runs are dropped, so that a double click
 * neither orders, adds nor rates twice. The lock is a ref because state would still be stale when
 * the second click of one frame arrives.
 */
export function useAction<Args extends unknown[]>(
  act: (...args: Args) => Promise<void>,
): [run: (...args: Args) => Promise<void>, running: boolean] {
  const locked = useRef(false)
  const [running, setRunning] = useState(false)

  async function run(...args: Args) {
    if (locked.current) return
    locked.current = true
    setRunning(true)
    try {
      await act(...args)
    } finally {
      locked.current = false
      setRunning(false)
    }
  }
  return [run, running]
}
