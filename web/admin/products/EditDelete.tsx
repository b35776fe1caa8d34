import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import Pencil from '#web/ui/icons/pencil.svg?icon'
import Trash2 from '#web/ui/icons/trash-2.svg?icon'
import { useAdminTask } from '../admin-task.ts'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './EditDelete.module.css'

export function EditDelete({ id, name }: { id: number; name: string }) {
  const t = useT()
  const { addressOf } = useAdminTask()
  if (!useMayWrite('catalog')) return null
  return (
    <>
      <Link
        to={addressOf('edit', id)}
        className={styles.tool}
        aria-label={t('product.editNamed', { name })}
      >
        <Pencil size={18} aria-hidden />
      </Link>
      <Link
        to={addressOf('delete', id)}
        className={styles.tool}
        aria-label={t('product.deleteNamed', { name })}
      >
        <Trash2 size={18} aria-hidden />
      </Link>
    </>
  )
}
