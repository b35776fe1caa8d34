/**
 * Query parameters that open a product dialog on any page: `?edit=12`, `?delete=12` and `?restock=12` for a product,
 * `?edit=new` for a new one.
 */
import { useLocation, useNavigate } from 'react-router'

const TASKS = ['edit', 'delete', 'restock'] as const
export type Task = (typeof TASKS)[number]

export function hasAdminTask(search: string): boolean {
  const address = new URLSearchParams(search)
  return TASKS.some((task) => address.has(task))
}

/** The task in the URL, a function that returns the URL of a task, and a function that ends the task. */
export function useAdminTask() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  function without(): URLSearchParams {
    const address = new URLSearchParams(search)
    for (const task of TASKS) address.delete(task)
    return address
  }

  const address = new URLSearchParams(search)
  const task = TASKS.find((name) => address.has(name))
  return {
    /** For a new product, the id is NaN. */
    task: task && { name: task, id: Number(address.get(task)) },
    addressOf(name: Task, id: number | 'new'): string {
      const next = without()
      next.set(name, String(id))
      return `${pathname}?${next}`
    },
    end: () => navigate(`${pathname}?${without()}`.replace(/\?$/, ''), { replace: true }),
  }
}
