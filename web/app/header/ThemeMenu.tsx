import SunMoon from 'lucide-react/icons/sun-moon'
import { Suspense } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyPart } from '#web/navigation/lazy-part.ts'
import { Popover } from '#web/ui/Popover.tsx'

const ThemeChoices = lazyPart(() => import('./ThemeChoices.tsx'))

export function ThemeMenu() {
  const t = useT()
  return (
    <Popover label={t('header.theme')} trigger={<SunMoon size={18} aria-hidden />}>
      <Suspense>
        <ThemeChoices />
      </Suspense>
    </Popover>
  )
}
