import { type RefObject, useEffect, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { isOrdinary } from '#web/navigation/Link.tsx'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'

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
    function ask(event: Event, next: () => void) {
      if (!unsaved.current || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => next)
    }

    form.current?.addEventListener('input', edited, { signal })
    window.addEventListener('beforeunload', (event) => unsaved.current && event.preventDefault(), {
      signal,
    })
    // File fields inside the dialog send `cancel`, too.
    dialog?.addEventListener(
      'cancel',
      (event) => event.target === dialog && ask(event, () => dialog.close()),
      { signal },
    )
    document.addEventListener(
      'click',
      (event) => {
        const target = event.target as Element
        if (form.current?.contains(target) && target.closest(EDITING)) edited()
        const link = target.closest<HTMLAnchorElement>(LEAVING)
        if (link && isOrdinary(event)) ask(event, () => link.click())
      },
      { signal, capture: true },
    )
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        const { navigationType, cancelable, destination } = event
        if (navigationType !== 'traverse' || !cancelable) return
        ask(event, () => window.navigation.traverseTo(destination.key))
      },
      { signal },
    )
    return () => controller.abort()
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
        unsaved.current = false
        setLeave(undefined)
        leave()
      }}
      onClose={() => setLeave(undefined)}
    />
  )
}
