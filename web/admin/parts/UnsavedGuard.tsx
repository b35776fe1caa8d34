import { type RefObject, useEffect, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { isOrdinary } from '#web/navigation/Link.tsx'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'

/** Whether each form on the page has unsaved changes. */
const forms = new Set<RefObject<boolean>>()

/** Buttons that add, move or remove a part of the form. */
const EDITING = 'button:not([type="submit"])'
/** Links that replace the page. */
const LEAVING = 'a[href]:not([target], [download])'

interface UnsavedGuardProps {
  form: RefObject<HTMLFormElement | null>
  /** Whether the form has changes that are not saved. */
  unsaved: RefObject<boolean>
}

/**
 * Asks before unsaved changes are lost because a link is followed, the user goes back, or the dialog or page is closed.
 * Going back is noticed only by browsers with the Navigation API.
 */
export function UnsavedGuard({ form, unsaved }: UnsavedGuardProps) {
  const t = useT()
  const [leave, setLeave] = useState<() => void>()

  useEffect(() => {
    const dialog = form.current?.closest('dialog')
    const controller = new AbortController()
    const { signal } = controller

    function edited() {
      unsaved.current = true
    }
    /** @param lost the forms that `next` closes */
    function ask(event: Event, lost: Iterable<RefObject<boolean>>, next: () => void) {
      if (!unsaved.current || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => {
        for (const form of lost) form.current = false
        next()
      })
    }
    function askInDialog(event: Event) {
      const within = (event.target as Element).closest('dialog') ?? dialog
      if (dialog && within === dialog) ask(event, [unsaved], () => dialog.close())
    }

    forms.add(unsaved)
    form.current?.addEventListener('input', edited, { signal })
    window.addEventListener('beforeunload', (event) => unsaved.current && event.preventDefault(), {
      signal,
    })
    dialog?.addEventListener(
      'cancel',
      // File fields inside the dialog send `cancel`, too.
      (event) => event.target === dialog && askInDialog(event),
      { signal },
    )
    // After some presses of Escape, Chrome closes a dialog without a `cancel` that could be prevented.
    document.addEventListener('keydown', (event) => event.key === 'Escape' && askInDialog(event), {
      signal,
    })
    document.addEventListener(
      'click',
      (event) => {
        const target = event.target as Element
        if (form.current?.contains(target) && target.closest(EDITING)) edited()
        const link = target.closest<HTMLAnchorElement>(LEAVING)
        if (link && isOrdinary(event)) ask(event, forms, () => link.click())
      },
      { signal, capture: true },
    )
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        const { navigationType, cancelable, destination } = event
        if (navigationType !== 'traverse' || !cancelable) return
        ask(event, forms, () => window.navigation.traverseTo(destination.key))
      },
      { signal },
    )
    return () => {
      forms.delete(unsaved)
      controller.abort()
    }
  }, [form, unsaved])

  if (!leave) return null
  return (
    <QuestionDialog
      title={t('admin.unsaved')}
      closeLabel={t('common.close')}
      cancel={t('admin.keepEditing')}
      confirm={t('admin.discard')}
      danger
      onConfirm={() => {
        setLeave(undefined)
        leave()
      }}
      onClose={() => setLeave(undefined)}
    />
  )
}
