import RotateCw from 'lucide-react/icons/rotate-cw'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface LoadFailureProps {
  onRetry: () => unknown
  /** A try is under way, by hand or by itself. */
  retrying?: boolean
}

/** The quiet state in the place of what did not load. The page tries again by itself as well. */
export function LoadFailure({ onRetry, retrying = false }: LoadFailureProps) {
  const t = useT()
  return (
    <EmptyState
      icon={<RotateCw />}
      title={t('common.nothingLoaded')}
      {...(!navigator.onLine && { text: t('common.brokenOffline') })}
    >
      <Button busy={retrying} onClick={() => void onRetry()}>
        {t('common.retry')}
      </Button>
    </EmptyState>
  )
}
