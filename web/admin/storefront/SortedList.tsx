import type { ReactNode } from 'react'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import ArrowDown from '#web/ui/icons/arrow-down.tsx'
import ArrowUp from '#web/ui/icons/arrow-up.tsx'
import Pencil from '#web/ui/icons/pencil.tsx'
import Trash2 from '#web/ui/icons/trash-2.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { failureText } from '../parts/failure-text.ts'
import styles from './StorefrontScreen.module.css'

export interface Shown {
  id: number
  /** Absent where nothing is switched off. */
  is_active?: boolean
}

/** A slide is shown; what customers choose or enter is active. */
export type SwitchedOn = 'visible' | 'usable'

interface SortedListProps<Thing extends Shown> {
  label: string
  things: readonly Thing[]
  nameOf: (thing: Thing) => string
  /** What a thing that is switched on is called. */
  switchedOn?: SwitchedOn | undefined
  /** Absent for a list whose order is not the staff's. */
  onSort?: ((ids: number[]) => Promise<void>) | undefined
  onSwitch: (thing: Thing, on: boolean) => Promise<void>
  onEdit: (thing: Thing) => void
  onRemove: (thing: Thing) => void
  children: (thing: Thing) => ReactNode
}

/** A list in the shop's display order, whose entries can be moved and switched on or off. */
export function SortedList<Thing extends Shown>(props: SortedListProps<Thing>) {
  const { label, things, nameOf, switchedOn = 'visible' } = props
  const { onSort, onSwitch, onEdit, onRemove, children } = props
  const t = useT()
  const [change, changing] = useAction(async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      console.warn(error)
      showToast(t(failureText(error)), 'error')
    }
  })

  function move(from: number, to: number) {
    const ids = things.map(({ id }) => id)
    const [id] = ids.splice(from, 1)
    if (id !== undefined) ids.splice(to, 0, id)
    return change(async () => onSort?.(ids))
  }

  if (things.length === 0) return <p className={styles.note}>{t('admin.storefrontEmpty')}</p>
  return (
    <ol className={styles.list} aria-label={label} aria-busy={changing || undefined}>
      {things.map((thing, place) => {
        const name = nameOf(thing)
        return (
          <li
            key={thing.id}
            className={styles.row}
            data-off={thing.is_active === false || undefined}
          >
            <div className={styles.thing}>{children(thing)}</div>
            <div className={styles.tools}>
              {thing.is_active !== undefined && (
                <Switch
                  label={t(`admin.${switchedOn}`)}
                  aria-label={t(`admin.${switchedOn}Named`, { name })}
                  checked={thing.is_active}
                  onChange={(event) => {
                    const on = event.target.checked
                    change(() => onSwitch(thing, on))
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
                    disabled={place === things.length - 1}
                    onClick={() => move(place, place + 1)}
                  >
                    <ArrowDown size={18} aria-hidden />
                  </IconButton>
                </>
              )}
              <IconButton label={t('product.editNamed', { name })} onClick={() => onEdit(thing)}>
                <Pencil size={18} aria-hidden />
              </IconButton>
              <IconButton
                label={t('product.deleteNamed', { name })}
                onClick={() => onRemove(thing)}
              >
                <Trash2 size={18} aria-hidden />
              </IconButton>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
