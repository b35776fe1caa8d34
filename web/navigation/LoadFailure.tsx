import { ApiError } from '#web/api/request.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import RotateCw from '#web/ui/icons/rotate-cw.svg?icon'
import UserRound from '#web/ui/icons/user-round.svg?icon'

interface LoadFailureProps {
  error?: unknown
  onRetry: () => unknown
  /** Whether a retry is in progress, manual or automatic. */
  retrying?: boolean
}

/**
 * Replaces a part that did not load. The page also retries automatically. If the role may not read the part, no retry
 * would help, and the server's message is shown instead.
 */
export function LoadFailure({ error, onRetry, retrying = false }: LoadFailureProps) {
  const t = useT()
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState icon={<UserRound />} title={error.message} />
  }
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
