import type { ReactNode } from 'react'
import type { Category } from '#contract/locale.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import ArrowDown from '#web/ui/icons/arrow-down.tsx'
import ArrowUp from '#web/ui/icons/arrow-up.tsx'
import Pencil from '#web/ui/icons/pencil.tsx'
import Trash2 from '#web/ui/icons/trash-2.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { toastFailure } from './failure-text.ts'
import styles from './SortedList.module.css'

/** What lists have to know of an entry. */
export interface Listed {
  id: number
  is_active?: boolean
  category?: Category
}

/** A slide is shown; what customers choose or enter is active. */
export type SwitchedOn = 'visible' | 'usable'

interface SortedListProps<Entity extends Listed> {
  label: string
  entities: readonly Entity[]
  nameOf: (entity: Entity) => string
  /** Why to add the first entry. */
  empty?: string | undefined
  /** What an entry that is switched on is called. */
  switchedOn?: SwitchedOn | undefined
  /** Absent for a list whose order is not the staff's. */
  onSort?: ((ids: number[]) => Promise<void>) | undefined
  /** Absent for a list where nothing is switched off. */
  onSwitch?: ((entity: Entity, on: boolean) => Promise<void>) | undefined
  onEdit: (entity: Entity) => void
  onRemove: (entity: Entity) => void
  /** What stands in place of the buttons of an entry that is not changed here; null if it is. */
  fixed?: ((entity: Entity) => ReactNode) | undefined
  children: (entity: Entity) => ReactNode
}

/** The rows of a list in the shop's order, which can be moved, switched on or off, edited and removed. */
export function SortedList<Entity extends Listed>(props: SortedListProps<Entity>) {
  const { label, entities, nameOf, empty, switchedOn = 'visible' } = props
  const { onSort, onSwitch, onEdit, onRemove, fixed, children } = props
  const t = useT()
  const [change, changing] = useAction(async (act: () => Promise<void>) => {
    await act()
  }, toastFailure())

  function move(from: number, to: number) {
    const ids = entities.map(({ id }) => id)
    const [id] = ids.splice(from, 1)
    if (id !== undefined) ids.splice(to, 0, id)
    return change(async () => onSort?.(ids))
  }

  if (entities.length === 0)
    return <p className={styles.note}>{empty ?? t('admin.storefrontEmpty')}</p>
  return (
    <ol className={styles.list} aria-label={label} aria-busy={changing || undefined}>
      {entities.map((entity, place) => {
        const name = nameOf(entity)
        return (
          <li
            key={entity.id}
            className={styles.row}
            data-off={entity.is_active === false || undefined}
          >
            <div className={styles.entity}>{children(entity)}</div>
            <div className={styles.tools}>
              {fixed?.(entity) ?? (
                <>
                  {onSwitch && (
                    <Switch
                      label={t(`admin.${switchedOn}`)}
                      aria-label={t(`admin.${switchedOn}Named`, { name })}
                      checked={entity.is_active ?? true}
                      onChange={(event) => {
                        const on = event.target.checked
                        change(() => onSwitch(entity, on))
                      }}
                    />
                  )}
                  {onSort && (
                    <>
                      <IconButton
                        label={t('admin.up', { name })}
                        disabled={place === 0}
                        onClick={() => move(place, place - 1)}
                      >
                        <ArrowUp size={18} aria-hidden />
                      </IconButton>
                      <IconButton
                        label={t('admin.down', { name })}
                        disabled={place === entities.length - 1}
                        onClick={() => move(place, place + 1)}
                      >
                        <ArrowDown size={18} aria-hidden />
                      </IconButton>
                    </>
                  )}
                  <IconButton
                    label={t('product.editNamed', { name })}
                    onClick={() => onEdit(entity)}
                  >
                    <Pencil size={18} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('product.deleteNamed', { name })}
                    onClick={() => onRemove(entity)}
                  >
                    <Trash2 size={18} aria-hidden />
                  </IconButton>
                </>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
