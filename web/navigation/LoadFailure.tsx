import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import RotateCw from '#web/ui/icons/rotate-cw.svg?icon'

interface LoadFailureProps {
  onRetry: () => unknown
  /** Whether a retry is in progress, manual or automatic. */
  retrying?: boolean
}

/** Replaces a part that did not load. The page also retries automatically. */
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
