import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useMayWrite } from '../useMayWrite.ts'

/** Says beside a title why there are no controls: the role may only read. */
export function ViewOnly() {
  const t = useT()
  return useMayWrite() ? null : <Tag>{t('admin.viewOnly')}</Tag>
}
