import { useAction } from '#web/api/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import Download from '#web/ui/icons/download.svg?icon'
import { saveAs } from '#web/ui/save-as.ts'
import { toastFailure } from './failure-text.ts'

interface DownloadButtonProps {
  /** What the button says. */
  children: string
  /** For a screen reader, where several buttons say the same. */
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
