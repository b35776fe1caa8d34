import type { ReactNode } from 'react'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { usePageTitle } from './usePageTitle.ts'

interface ScreenProps {
  /** The heading and, by default, the document's title. */
  title: string
  documentTitle?: string
  above?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Screen({ title, documentTitle = title, above, actions, children }: ScreenProps) {
  usePageTitle(documentTitle)
  return (
    <div className="container screen">
      {above}
      <SectionTitle level="h1" actions={actions}>
        {title}
      </SectionTitle>
      {children}
    </div>
  )
}
