import type { AdminFamily } from '#contract/admin/families.ts'
import type { AttributeValue } from '#contract/attributes.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useValueText } from '#web/i18n/useValueText.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '../parts/DataTable.tsx'
import { Money } from '../parts/Money.tsx'
import { useMayWrite } from '../useMayWrite.ts'

/** A product in the form: already in the family, or newly chosen and still without values. */
export type Member = Pick<AdminFamily['products'][number], 'id' | 'name' | 'name_ar' | 'price'> &
  Partial<AdminFamily['products'][number]>

interface MembersTableProps {
  members: readonly Member[]
  axes: AdminFamily['axes']
  onRemove: (id: number) => void
}

export function MembersTable({ members, axes, onRemove }: MembersTableProps) {
  const t = useT()
  const pick = useLocalized()
  const textOf = useValueText()
  const mayWrite = useMayWrite()
  if (members.length === 0)
    return <p>{t(mayWrite ? 'admin.familyEmpty' : 'admin.storefrontEmpty')}</p>
  const valueAt = (values: readonly AttributeValue[] | undefined, at: number) => {
    const [value, axis] = [values?.[at], axes[at]]
    return value && axis ? textOf(axis, value) : ''
  }
  const actions: Column<Member> = {
    head: t('admin.actions'),
    buttons: true,
    cell: ({ id, ...member }) => (
      <Button
        variant="quiet"
        aria-label={t('admin.takeOutNamed', { name: pick(member, 'name') })}
        onClick={() => onRemove(id)}
      >
        {t('admin.takeOut')}
      </Button>
    ),
  }
  const columns: Column<Member>[] = [
    { head: t('admin.product'), alone: true, cell: (member) => <bdi>{pick(member, 'name')}</bdi> },
    ...axes.map((axis, at) => ({
      head: pick(axis, 'name'),
      cell: ({ values }: Member) => <bdi>{valueAt(values, at)}</bdi>,
    })),
    {
      head: t('admin.price'),
      figures: true,
      plain: true,
      cell: ({ price }) => <Money amount={price} />,
    },
    { head: t('admin.stock'), figures: true, cell: ({ quantity }) => quantity ?? '' },
    ...(mayWrite ? [actions] : []),
  ]
  return (
    <DataTable
      caption={t('admin.products')}
      columns={columns}
      rows={members}
      rowKey={({ id }) => id}
    />
  )
}
