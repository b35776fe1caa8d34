/** The list of toasts, outside React so that any feature can add one. */
import type { ReactNode } from 'react'
import { createStore } from './store.ts'

export type ToastType = 'success' | 'error' | 'info'

export interface Toast {
  id: number
  message: ReactNode
  type: ToastType
  /** How long the toast stays on the screen, in milliseconds. */
  duration: number
}

const DEFAULT_DURATION = 3000

let lastId = 0

export const toastStore = createStore<readonly Toast[]>([])

/** Shows a message, by default for three seconds. @returns the toast's id, for `dismissToast`. */
export function showToast(message: ReactNode, type: ToastType, seconds?: number): number {
  const duration = seconds === undefined ? DEFAULT_DURATION : seconds * 1000
  lastId += 1
  toastStore.set([...toastStore.get(), { id: lastId, message, type, duration }])
  return lastId
}

export function dismissToast(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id))
}
