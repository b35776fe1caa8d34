import { type ComponentProps, type ReactNode, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import Plus from '#web/ui/icons/plus.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { type Shown, SortedList, type SwitchedOn } from './SortedList.tsx'

interface SortedGroupProps<Thing extends Shown, Form> {
  title: string
  add: string
  query: ComponentProps<typeof LoadState>['query'] & { data: readonly Thing[] | undefined }
  nameOf: (thing: Thing) => string
  switchedOn?: SwitchedOn
  rows: {
    save(id: number, form: Form): Promise<void>
    sort?(ids: number[]): Promise<void>
    remove(id: number): Promise<void>
  }
  /** What deleting an entry means. */
  removeText: string
  /** Reduces an entry to the fields that the server accepts. */
  formOf: (thing: Thing) => Form
  /** Renders the form of an entry; null is a new one. */
  dialog: (thing: Thing | null, close: () => void) => ReactNode
  /** Renders an entry in the list. */
  children: (thing: Thing) => ReactNode
}

/** The open dialog: none, edit an entry (null is a new one), or remove one. */
type Asking<Thing> = null | { edit: Thing | null } | { remove: Thing }

/** A list that staff keep in an order of their own, such as the slides, and its dialogs. */
export function SortedGroup<Thing extends Shown, Form>(props: SortedGroupProps<Thing, Form>) {
  const { title, add, query, nameOf, switchedOn, rows, removeText, formOf, dialog, children } =
    props
  const [asking, setAsking] = useState<Asking<Thing>>(null)
  const close = () => setAsking(null)
  return (
    <Panel
      title={title}
      actions={
        <Button variant="outline" onClick={() => setAsking({ edit: null })}>
          <Plus size={18} aria-hidden />
          {add}
        </Button>
      }
    >
      <LoadState query={query} skeleton={<Skeleton block={240} radius={8} />} />
      {query.data && (
        <SortedList
          label={title}
          things={query.data}
          nameOf={nameOf}
          switchedOn={switchedOn}
          onSort={rows.sort}
          onSwitch={(thing, is_active) => rows.save(thing.id, { ...formOf(thing), is_active })}
          onEdit={(edit) => setAsking({ edit })}
          onRemove={(remove) => setAsking({ remove })}
        >
          {children}
        </SortedList>
      )}
      {asking && 'edit' in asking && dialog(asking.edit, close)}
      {asking && 'remove' in asking && (
        <RemoveDialog
          name={nameOf(asking.remove)}
          text={removeText}
          act={() => rows.remove(asking.remove.id)}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface RemoveDialogProps {
  name: string
  text: string
  act: () => Promise<void>
  onClose: () => void
}

function RemoveDialog({ name, text, act, onClose }: RemoveDialogProps) {
  const t = useT()
  return (
    <ConfirmDialog
      title={t('admin.removeTitle', { name })}
      confirm={t('product.delete')}
      danger
      saysReason
      act={act}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  )
}
