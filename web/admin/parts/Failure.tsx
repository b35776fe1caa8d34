import RotateCw from 'lucide-react/icons/rotate-cw'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** In the place of what did not load. */
export function Failure({ retry, retrying }: { retry: () => void; retrying: boolean }) {
  const t = useT()
  return (
    <EmptyState icon={<RotateCw />} title={t('common.nothingLoaded')}>
      <Button busy={retrying} onClick={retry}>
        {t('common.retry')}
      </Button>
    </EmptyState>
  )
}
