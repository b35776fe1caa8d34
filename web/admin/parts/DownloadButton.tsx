import { useAction } from '#web/api/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import { saveAs } from '#web/ui/save-as.ts'
import { toastFailure } from './failure-text.ts'

interface DownloadButtonProps {
  /** The button's text. */
  children: string
  /** The button's name for screen readers, when several buttons have the same text. */
  label?: string
  /** The name of the file. */
  file: string
  load: () => Promise<Blob>
}

/** Fetches a file that only staff may read, and saves it. */
export function DownloadButton({ children, label, file, load }: DownloadButtonProps) {
  const [save, saving] = useAction(async () => {
    saveAs(file, await load())
  }, toastFailure())
  return (
    <Button variant="outline" busy={saving} aria-label={label} onClick={save}>
      <Download size={18} aria-hidden />
      {children}
    </Button>
  )
}
