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

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <div className="container">
        <EmptyState
          icon={<RotateCw />}
          title={translate('common.brokenTitle')}
          text={translate('common.brokenText')}
        >
          <Button onClick={() => window.location.reload()}>{translate('common.reload')}</Button>
        </EmptyState>
      </div>
    )
  }
}
