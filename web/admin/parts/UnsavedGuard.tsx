import { type RefObject, useEffect, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { isOrdinary } from '#web/navigation/Link.tsx'
import { SIGN_OUT } from '#web/session/useSignOut.ts'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'

/** The unsaved edits of each form on the page. */
const forms = new Set<RefObject<number>>()

/** Buttons that add, move or remove a part of the form. */
const EDITING = 'button:not([type="submit"])'
/** Links that replace the page. */
const LEAVING = 'a[href]:not([target], [download])'

/** Whether another form on the page has unsaved changes. */
export function isOtherUnsaved(own: RefObject<number>): boolean {
  return [...forms].some((edits) => edits !== own && edits.current > 0)
}

/** Links to other sites and programs are left to `beforeunload`. */
function leavesPage({ origin, pathname, search }: HTMLAnchorElement): boolean {
  const { location } = window
  return origin === location.origin && pathname + search !== location.pathname + location.search
}

interface UnsavedGuardProps {
  /** The form whose edits the guard counts; by default, `unsaved` is counted elsewhere. */
  form?: RefObject<HTMLFormElement | null>
  /** The number of edits that are not saved. */
  unsaved: RefObject<number>
}

/**
 * Asks before unsaved changes are lost because a link is followed, the user goes back or signs out, or the dialog or
 * page is closed. Going back is noticed only by browsers with the Navigation API.
 */
export function UnsavedGuard({ form, unsaved }: UnsavedGuardProps) {
  const t = useT()
  const [leave, setLeave] = useState<() => void>()

  useEffect(() => {
    const dialog = form?.current?.closest('dialog')
    const controller = new AbortController()
    const { signal } = controller

    function edited() {
      unsaved.current += 1
    }
    /** @param lost the forms that `next` closes */
    function ask(event: Event, lost: Iterable<RefObject<number>>, next: () => void) {
      if (!unsaved.current || event.defaultPrevented) return
      event.preventDefault()
      event.stopPropagation()
      setLeave(() => () => {
        for (const edits of lost) edits.current = 0
        next()
      })
    }
    function askInDialog(event: Event) {
      const within = (event.target as Element).closest('dialog') ?? dialog
      if (dialog && within === dialog) ask(event, [unsaved], () => dialog.close())
    }

    forms.add(unsaved)
    form?.current?.addEventListener('input', edited, { signal })
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
        if (form?.current?.contains(target) && target.closest(EDITING)) edited()
        const link = target.closest<HTMLAnchorElement>(LEAVING)
        if (link && leavesPage(link) && isOrdinary(event)) ask(event, forms, () => link.click())
      },
      { signal, capture: true },
    )
    window.addEventListener(
      SIGN_OUT,
      (event) => ask(event, forms, (event as CustomEvent<() => void>).detail),
      { signal },
    )
    window.navigation?.addEventListener(
      'navigate',
      (event) => {
        const { navigationType, cancelable, hashChange, destination } = event
        if (navigationType !== 'traverse' || hashChange || !cancelable) return
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
