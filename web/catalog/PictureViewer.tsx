import { type KeyboardEvent, useRef } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { useModal } from '#web/ui/Dialog.tsx'
import ChevronLeft from '#web/ui/icons/chevron-left.svg?icon'
import ChevronRight from '#web/ui/icons/chevron-right.svg?icon'
import X from '#web/ui/icons/x.svg?icon'
import ZoomIn from '#web/ui/icons/zoom-in.svg?icon'
import ZoomOut from '#web/ui/icons/zoom-out.svg?icon'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './PictureViewer.module.css'
import { type Point, SCALE_MAX } from './picture-view.ts'
import { stepOfKey, stepToRight } from './useSlides.ts'
import { useZoom } from './useZoom.ts'

const ZOOM_STEP = 1.5
const PAN_STEP_PX = 80

/** An arrow key moves the picture in the opposite direction, to show more of the side the arrow points to. */
const PANS: Record<string, Point> = {
  ArrowLeft: { x: PAN_STEP_PX, y: 0 },
  ArrowRight: { x: -PAN_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP_PX },
  ArrowDown: { x: 0, y: -PAN_STEP_PX },
}

export interface ShownPicture {
  url: string
  alt: string
}

interface PictureViewerProps {
  name: string
  pictures: readonly ShownPicture[]
  current: number
  onShow: (index: number) => void
  onClose: () => void
}

export default function PictureViewer(props: PictureViewerProps) {
  const { name, pictures, current, onShow, onClose } = props
  const t = useT()
  const [close, modal] = useModal(onClose)
  const stage = useRef<HTMLDivElement>(null)
  const zooming = useZoom(stage, (direction) => turn(-direction * stepToRight()))
  const { view, zoom } = zooming
  const shown = pictures[current]

  function turn(step: number) {
    if (!pictures[current + step]) return
    zooming.reset()
    onShow(current + step)
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = PANS[event.key]
    const step = stepOfKey(event)
    if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
    else if (event.key === '-') zoom(1 / ZOOM_STEP)
    else if (view.scale > 1 && by) zooming.move(by)
    else if (step !== 0) turn(step)
    else return
    event.preventDefault()
  }

  return (
    <dialog {...modal} className={styles.viewer} aria-label={name} onKeyDown={onKeyDown}>
      <div
        ref={stage}
        className={styles.stage}
        data-zoomed={view.scale > 1 || undefined}
        {...zooming.handlers}
      >
        <div
          className={styles.picture}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        >
          {shown && <Picture key={shown.url} src={shown.url} alt={shown.alt} width={800} eager />}
        </div>
      </div>
      <div className={styles.tools}>
        <IconButton
          label={t('product.zoomOut')}
          aria-disabled={view.scale === 1}
          onClick={() => zoom(1 / ZOOM_STEP)}
        >
          <ZoomOut size={22} aria-hidden />
        </IconButton>
        <IconButton
          label={t('product.zoomIn')}
          aria-disabled={view.scale === SCALE_MAX}
          data-autofocus
          onClick={() => zoom(ZOOM_STEP)}
        >
          <ZoomIn size={22} aria-hidden />
        </IconButton>
        <IconButton label={t('common.close')} onClick={close}>
          <X size={22} aria-hidden />
        </IconButton>
      </div>
      {pictures.length > 1 && (
        <div className={styles.steps}>
          <IconButton
            label={t('common.previous')}
            aria-disabled={current === 0}
            className="mirrored"
            onClick={() => turn(-1)}
          >
            <ChevronLeft size={24} aria-hidden />
          </IconButton>
          <p aria-live="polite">
            {t('product.position', { number: current + 1, count: pictures.length })}
          </p>
          <IconButton
            label={t('common.next')}
            aria-disabled={current === pictures.length - 1}
            className="mirrored"
            onClick={() => turn(1)}
          >
            <ChevronRight size={24} aria-hidden />
          </IconButton>
        </div>
      )}
    </dialog>
  )
}
