import { useAction } from '#web/api/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import { saveAs } from '#web/ui/save-as.ts'
import { toastFailure } from './failure-text.ts'

interface DownloadButtonProps {
  children: string
  /** The button's accessible name, if several buttons have the same text. */
  label?: string
  /** The name under which the file is saved. */
  file: string
  load: () => Promise<Blob>
}

/** Saves a file that the server or the page creates on demand. */
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
