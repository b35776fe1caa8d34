import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from '#web/app/BrowserRouter.tsx'
import './ui/base.css'
import { queryClient } from './api/query-client.ts'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { AppRoutes } from './app/routes.tsx'
import { startI18n } from './i18n/i18n.ts'

const root = document.getElementById('root') as HTMLElement

await startI18n()

const page = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>
)

// The server has rendered the screen, unless public/boot.js removed it. In a transition, React yields to let the
// browser paint and respond.
startTransition(() => {
  if (root.firstChild) hydrateRoot(root, page)
  else createRoot(root).render(page)
})
