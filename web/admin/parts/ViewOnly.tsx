import type { Area } from '#contract/roles.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { useMayWrite } from '../useMayWrite.ts'

/** Explains beside a title why there are no controls: the role may only read `area`, by default the screen's area. */
export function ViewOnly({ area }: { area?: Area }) {
  const t = useT()
  return useMayWrite(area) ? null : <Tag>{t('admin.viewOnly')}</Tag>
}
