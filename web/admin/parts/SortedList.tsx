import type { ReactNode } from 'react'
import type { Category } from '#contract/locale.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import ArrowDown from '#web/ui/icons/arrow-down.svg?icon'
import ArrowUp from '#web/ui/icons/arrow-up.svg?icon'
import Ellipsis from '#web/ui/icons/ellipsis.svg?icon'
import Eye from '#web/ui/icons/eye.svg?icon'
import Pencil from '#web/ui/icons/pencil.svg?icon'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import { Popover } from '#web/ui/Popover.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { toastFailure } from './failure-text.ts'
import styles from './SortedList.module.css'

export interface Listed {
  id: number
  is_active?: boolean
  category?: Category
}

export interface SortedRows<Entity> {
  nameOf: (entity: Entity) => string
  /** Shown in place of the rows if the list is empty and the role may add entries; explains why to add one. */
  empty?: string
  /** The switch's wording: `visible` for the storefront's content, `usable` for everything else. */
  switchedOn?: 'visible' | 'usable'
  /** Replaces the controls of an entry that cannot be changed here; null for all other entries. */
  fixed?: (entity: Entity) => ReactNode
  children: (entity: Entity) => ReactNode
}

interface SortedListProps<Entity extends Listed> extends SortedRows<Entity> {
  label: string
  entities: readonly Entity[]
  onSort?: ((ids: number[]) => Promise<void>) | undefined
  onSwitch?: ((entity: Entity, on: boolean) => Promise<void>) | undefined
  /** Opens the form, which is view-only for a role that may only read. */
  onEdit: (entity: Entity) => void
  onRemove: (entity: Entity) => void
}

export function SortedList<Entity extends Listed>(props: SortedListProps<Entity>) {
  const { label, entities, nameOf, empty, switchedOn = 'visible' } = props
  const { onSort, onSwitch, onEdit, onRemove, fixed, children } = props
  const t = useT()
  const mayWrite = useMayWrite()
  const [change, changing] = useAction(async (act: () => Promise<void>) => {
    await act()
  }, toastFailure())

  function move(from: number, to: number) {
    const ids = entities.map(({ id }) => id)
    const [id] = ids.splice(from, 1)
    if (id !== undefined) ids.splice(to, 0, id)
    return change(async () => onSort?.(ids))
  }

  function toolsOf(entity: Entity, place: number): Tool[] {
    const name = nameOf(entity)
    const last = entities.length - 1
    return [
      ...(onSort
        ? [
            { way: 'up', Icon: ArrowUp, to: place - 1, off: place === 0 } as const,
            { way: 'down', Icon: ArrowDown, to: place + 1, off: place === last } as const,
          ].map(({ way, to, ...tool }) => ({
            ...tool,
            text: t(`admin.move.${way}`),
            label: t(`admin.${way}`, { name }),
            act: () => move(place, to),
          }))
        : []),
      {
        text: t('product.edit'),
        label: t('product.editNamed', { name }),
        Icon: Pencil,
        act: () => onEdit(entity),
      },
      {
        text: t('product.delete'),
        label: t('product.deleteNamed', { name }),
        Icon: Trash2,
        act: () => onRemove(entity),
      },
    ]
  }

  if (entities.length === 0)
    return <p className={styles.note}>{(mayWrite && empty) || t('admin.storefrontEmpty')}</p>
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
                      disabled={!mayWrite}
                      onChange={(event) => {
                        const on = event.target.checked
                        change(() => onSwitch(entity, on))
                      }}
                    />
                  )}
                  {mayWrite ? (
                    <RowTools name={name} tools={toolsOf(entity, place)} />
                  ) : (
                    <IconButton
                      label={t('admin.viewNamed', { name })}
                      onClick={() => onEdit(entity)}
                    >
                      <Eye size={18} aria-hidden />
                    </IconButton>
                  )}
                </>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

interface Tool {
  text: string
  /** The accessible name, which includes the name of the row. */
  label: string
  Icon: typeof Pencil
  act: () => void
  off?: boolean
}

/** Actions on a row: buttons, or a menu on a phone. */
function RowTools({ name, tools }: { name: string; tools: readonly Tool[] }) {
  const t = useT()
  return (
    <>
      <div className={styles.buttons}>
        {tools.map(({ label, Icon, act, off }) => (
          <IconButton key={label} label={label} disabled={off} onClick={act}>
            <Icon size={18} aria-hidden />
          </IconButton>
        ))}
      </div>
      <div className={styles.menu}>
        <Popover label={t('admin.moreOf', { name })} trigger={<Ellipsis size={20} aria-hidden />}>
          <div ref={keepInside}>
            {tools.map(({ text, label, Icon, act, off }) => (
              <button
                key={label}
                type="button"
                data-closes
                className={styles.choice}
                aria-label={label}
                disabled={off}
                onClick={act}
              >
                <Icon size={18} aria-hidden />
                {text}
              </button>
            ))}
          </div>
        </Popover>
      </div>
    </>
  )
}

/** Moves a row's open menu up if it would reach beyond the bottom of the window. */
function keepInside(menu: HTMLElement | null) {
  const panel = menu?.closest<HTMLElement>('[popover]')
  if (!panel) return
  const room = document.documentElement.clientHeight - panel.offsetHeight - 8
  const below = Number.parseFloat(panel.style.insetBlockStart)
  panel.style.insetBlockStart = `${Math.min(below, room)}px`
}
