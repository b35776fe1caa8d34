import { Component, type ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { PartMissing } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import RotateCw from '#web/ui/icons/rotate-cw.svg?icon'
import { MissingPart } from './MissingPart.tsx'

/**
 * Shows an error message instead of parts that throw or whose code did not load. If code is missing, `MissingPart` may
 * reload the page.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <div className="container">
        {(error as unknown) instanceof PartMissing ? <MissingPart /> : <Crashed />}
      </div>
    )
  }
}

function Crashed() {
  const t = useT()
  return (
    <EmptyState icon={<RotateCw />} title={t('common.brokenTitle')} text={t('common.brokenText')}>
      <Button onClick={() => window.location.reload()}>{t('common.reload')}</Button>
    </EmptyState>
  )
}
