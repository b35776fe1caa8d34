import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from '#web/app/BrowserRouter.tsx'
import './ui/base.css'
import { queryClient } from './api/query-client.ts'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { AppRoutes } from './app/routes.tsx'
import { startI18n } from './i18n/i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

await startI18n()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <ErrorBoundary>
          <AppRoutes />
        </ErrorBoundary>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
)
