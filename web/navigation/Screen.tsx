import type { ReactNode } from 'react'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { usePageTitle } from './usePageTitle.ts'

interface ScreenProps {
  /** The heading, which by default is also the document's title. */
  title: string
  documentTitle?: string
  /** Content above the heading, such as a breadcrumb. */
  above?: ReactNode
  /** Links and buttons at the end of the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of a screen: its heading with the content below. */
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
