import { expect, test } from 'vitest'
import { dismissToast, showToast, toastStore } from './toasts.ts'

test('a toast stays 3000 ms, or the given seconds times 1000', () => {
  showToast('short', 'info')
  showToast('long', 'error', 8)
  expect(toastStore.get().map(({ message, duration }) => [message, duration])).toEqual([
    ['short', 3000],
    ['long', 8000],
  ])
})

test('a dismissed toast leaves, the others stay in order', () => {
  const [first] = toastStore.get()
  if (first) dismissToast(first.id)
  expect(toastStore.get().map((toast) => toast.message)).toEqual(['long'])
})
