/**
 * Runs a task when the browser is idle, after three seconds at the latest; in Safari, which lacks
 * `requestIdleCallback`, after half a second.
 * @returns a function that cancels the task.
 */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 3000 })
  return () => cancelIdleCallback(handle)
}
