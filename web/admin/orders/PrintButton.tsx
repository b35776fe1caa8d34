import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Printer from '#web/ui/icons/printer.svg?icon'

export function PrintButton() {
  const t = useT()
  return (
    <Button onClick={() => window.print()}>
      <Printer size={18} aria-hidden />
      {t('order.print')}
    </Button>
  )
}
