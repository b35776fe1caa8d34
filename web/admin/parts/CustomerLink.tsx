import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Tag } from '#web/ui/Tag.tsx'

interface CustomerLinkProps {
  customer: { id: number; username: string; guest?: boolean }
}

/** A link to a customer; a tag marks a guest, who ordered without an account. */
export function CustomerLink({ customer: { id, username, guest } }: CustomerLinkProps) {
  const t = useT()
  return (
    <>
      <Link to={adminPaths.customer(id)}>
        <bdi>{username}</bdi>
      </Link>{' '}
      {guest && <Tag>{t('admin.guest')}</Tag>}
    </>
  )
}
