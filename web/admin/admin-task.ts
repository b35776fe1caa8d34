/**
 * Which product an admin edits, deletes or restocks stands in the address, `?edit=12`, over any
 * page; `?edit=new` is one that is not there yet.
 */
import { useLocation, useNavigate } from 'react-router'

const TASKS = ['edit', 'delete', 'restock'] as const
export type Task = (typeof TASKS)[number]

/** Whether an address asks for one of the admin's dialogs. */
export function hasAdminTask(search: string): boolean {
  const address = new URLSearchParams(search)
  return TASKS.some((task) => address.has(task))
}

/** The task in the address, and how to begin and end one. */
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
    /** The id is NaN for a product that is to be made. */
    task: task && { name: task, id: Number(address.get(task)) },
    addressOf(name: Task, id: number | 'new'): string {
      const next = without()
      next.set(name, String(id))
      return `${pathname}?${next}`
    },
    end: () => navigate(`${pathname}?${without()}`.replace(/\?$/, ''), { replace: true }),
  }
}
