import type { Session } from '#contract/sessions.ts'
import { useT } from '#web/i18n/useI18n.ts'

/** A device's name, such as `Firefox on Windows`, made up of the known parts. */
export function useDeviceName({ browser, system }: Pick<Session, 'browser' | 'system'>): string {
  const t = useT()
  if (browser && system) return t('devices.device', { browser, system })
  return browser ?? system ?? t('devices.unknown')
}
