import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'

/** Marks a customer who ordered without an account. */
export function GuestTag({ of }: { of: { guest: boolean } }) {
  const t = useT()
  if (!of.guest) return null
  return (
    <>
      {' '}
      <Tag>{t('admin.guest')}</Tag>
    </>
  )
}
