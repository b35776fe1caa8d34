import { useLayoutEffect, useRef } from 'react'
import { accessToken, DRAFT_KEY, onSessionChange } from '#web/api/stored-session.ts'
import type { Store } from '#web/ui/store.ts'
import { createTabStore } from '#web/ui/tab-store.ts'
import { useSession } from './useSession.ts'

interface Draft {
  /** The user who typed it, 0 for a visitor. */
  user: number
  texts: Record<string, string>
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Creates a store for a form's unsent input, which lasts until the tab is closed or the user signs out. */
export function createDraft(form: string): Store<Draft | null> {
  const draft = createTabStore<Draft>(`${DRAFT_KEY}${form}`, ({ texts }) => texts instanceof Object)
  // Clears the draft at sign-out, even if a visitor typed it: it belonged to the user who then signed in.
  onSessionChange(() => {
    if (accessToken() === null) draft.set(null)
  })
  return draft
}

/** Keeps the texts of the surrounding form, but never its passwords, so that leaving the page does not lose them. */
export function KeptDraft({ draft }: { draft: Store<Draft | null> }) {
  const mark = useRef<HTMLInputElement>(null)
  const user = useSession().user?.id ?? 0

  useLayoutEffect(() => {
    const form = mark.current?.form
    // A visible password has the type `text`, so `type` cannot identify it.
    const controls = [
      ...(form?.querySelectorAll<Control>('[name]:not([autocomplete$="password"])') ?? []),
    ]
    const kept = draft.get()
    // On a shared computer, nobody sees what another user typed.
    if (kept && (kept.user === 0 || kept.user === user)) {
      for (const control of controls) control.value = kept.texts[control.name] ?? control.value
    }
    const keep = () => {
      const texts = Object.fromEntries(controls.map(({ name, value }) => [name, value]))
      draft.set({ user, texts })
    }
    form?.addEventListener('input', keep)
    return () => form?.removeEventListener('input', keep)
  }, [draft, user])

  return <input ref={mark} type="hidden" />
}
