import RotateCw from 'lucide-react/icons/rotate-cw'
import { Component, type ReactNode } from 'react'
import { translate } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/**
 * Catches a screen that fails to draw or to arrive (a new release takes the old chunks away),
 * and offers to load the page again.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    // What could not arrive for want of a connection is fetched when there is one.
    if (!navigator.onLine) window.addEventListener('online', reload)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', reload)
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div className="container">
        <EmptyState
          icon={<RotateCw />}
          title={translate('common.brokenTitle')}
          text={translate(navigator.onLine ? 'common.brokenText' : 'common.brokenOffline')}
        >
          <Button onClick={reload}>{translate('common.reload')}</Button>
        </EmptyState>
      </div>
    )
  }
}

function reload() {
  window.location.reload()
}
