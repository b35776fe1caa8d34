import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Category } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { AdminPage, Panel } from './AdminPage.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { type EntityFormProps, ViewedName } from './EntityDialog.tsx'
import { type Listed, SortedList, type SortedRows } from './SortedList.tsx'

interface EntityListProps<Entity extends Listed> extends SortedRows<Entity> {
  title: string
  /** Whether the list is a whole screen instead of a panel. */
  isScreen?: boolean
  /** The label of the button that adds an entry. */
  add: string
  query: ComponentProps<typeof LoadState>['query'] & { data: readonly Entity[] | undefined }
  /** The category whose entries are listed; all entries by default. */
  category?: Category
  /** The calls that change the list, from `editableList`. */
  list: {
    sort: ((ids: number[]) => Promise<void>) | undefined
    setActive: ((entity: Entity, on: boolean) => Promise<void>) | undefined
    remove(id: number): Promise<void>
  }
  removeText: string
  dialog: (form: EntityFormProps<Entity>) => ReactNode
}

/**
 * The open dialog: none, the form for an entry (null for a new entry), or the confirmation before removing an entry.
 */
type Asking<Entity> = null | { edit: Entity | null } | { remove: Entity }

/** A list that staff edit: heading, add button, rows and dialogs. */
export function EntityList<Entity extends Listed>(props: EntityListProps<Entity>) {
  const { title, isScreen, add, query, category, list, removeText, dialog, ...rows } = props
  const t = useT()
  const mayWrite = useMayWrite()
  const [asking, setAsking] = useState<Asking<Entity>>(null)
  const close = () => setAsking(null)
  const isHere = (entity: Entity) => category === undefined || entity.category === category
  const { sort } = list
  // The sort order spans all categories, so the ids of entries in other categories are sent as well.
  const elsewhere = query.data?.filter((entity) => !isHere(entity)).map(({ id }) => id) ?? []
  const head = {
    title,
    actions: mayWrite && (
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
          {...rows}
          onSort={sort && ((ids) => sort([...elsewhere, ...ids]))}
          onSwitch={list.setActive}
          onEdit={(edit) => setAsking({ edit })}
          onRemove={(remove) => setAsking({ remove })}
        />
      )}
      {asking && 'edit' in asking && (
        <ViewedName value={mayWrite || !asking.edit ? null : rows.nameOf(asking.edit)}>
          {dialog({ entity: asking.edit, onClose: close })}
        </ViewedName>
      )}
      {asking && 'remove' in asking && (
        <ConfirmDialog
          title={t('admin.removeTitle', { name: rows.nameOf(asking.remove) })}
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
