import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage, Panel } from './AdminPage.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type Listed, SortedList, type SwitchedOn } from './SortedList.tsx'

interface EntityListProps<Entity extends Listed> {
  title: string
  /** Whether it is a screen of its own, and no panel of one. */
  isScreen?: boolean
  /** What the button for a new entry says. */
  add: string
  query: ComponentProps<typeof LoadState>['query'] & { data: readonly Entity[] | undefined }
  /** Lists only the entries of this category. */
  category?: Category
  nameOf: (entity: Entity) => string
  /** Why to add the first entry. */
  empty?: string
  switchedOn?: SwitchedOn
  /** How the list is changed: an `editableList`. */
  list: {
    sort: ((ids: number[]) => Promise<void>) | undefined
    setActive: ((entity: Entity, on: boolean) => Promise<void>) | undefined
    remove(id: number): Promise<void>
  }
  /** What stands in place of the buttons of an entry that is not changed here; null if it is. */
  fixed?: (entity: Entity) => ReactNode
  /** What deleting an entry means. */
  removeText: string
  /** Renders the form of an entry; null is a new one. */
  dialog: (entity: Entity | null, close: () => void) => ReactNode
  /** Renders an entry in the list. */
  children: (entity: Entity) => ReactNode
}

/** The open dialog: none, edit an entry (null is a new one), or remove one. */
type Asking<Entity> = null | { edit: Entity | null } | { remove: Entity }

/** A list that staff keep, such as the slides: heading, button for a new entry, rows and dialogs. */
export function EntityList<Entity extends Listed>(props: EntityListProps<Entity>) {
  const { title, isScreen, add, query, category, nameOf, empty, switchedOn } = props
  const { list, fixed, removeText, dialog, children } = props
  const t = useT()
  const [asking, setAsking] = useState<Asking<Entity>>(null)
  const close = () => setAsking(null)
  const isHere = (entity: Entity) => category === undefined || entity.category === category
  const { sort } = list
  // The order is of all categories together.
  const elsewhere = query.data?.filter((entity) => !isHere(entity)).map(({ id }) => id) ?? []
  const head = {
    title,
    actions: (
      <Button variant={isScreen ? 'primary' : 'outline'} onClick={() => setAsking({ edit: null })}>
        <Plus size={18} aria-hidden />
        {add}
      </Button>
    ),
  }
  const content = (
    <>
      <LoadState query={query} skeleton={<Skeleton block={240} radius={8} />} />
      {query.data && (
        <SortedList
          label={title}
          entities={query.data.filter(isHere)}
          nameOf={nameOf}
          empty={empty}
          switchedOn={switchedOn}
          fixed={fixed}
          onSort={sort && ((ids) => sort([...elsewhere, ...ids]))}
          onSwitch={list.setActive}
          onEdit={(edit) => setAsking({ edit })}
          onRemove={(remove) => setAsking({ remove })}
        >
          {children}
        </SortedList>
      )}
      {asking && 'edit' in asking && dialog(asking.edit, close)}
      {asking && 'remove' in asking && (
        <ConfirmDialog
          title={t('admin.removeTitle', { name: nameOf(asking.remove) })}
          confirm={t('product.delete')}
          danger
          saysReason
          act={() => list.remove(asking.remove.id)}
          onClose={close}
        >
          <p>{removeText}</p>
        </ConfirmDialog>
      )}
    </>
  )
  if (!isScreen) return <Panel {...head}>{content}</Panel>
  return (
    <AdminPage {...head}>
      <Panel>{content}</Panel>
    </AdminPage>
  )
}
