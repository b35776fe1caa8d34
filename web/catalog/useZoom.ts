import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { drag, type Point, pan, type Size, WHOLE, zoomAt } from './picture-view.ts'

/**
 * A touch that moves less than this is a tap. One that moves more than `SWIPE_MIN_PX`, and more horizontally than
 * vertically, is a swipe if the whole picture is visible.
 */
const TAP_MAX_PX = 10
const SWIPE_MIN_PX = 48
const DOUBLE_TAP_MS = 300
const TAP_FACTOR = 2.5
const MIDDLE: Point = { x: 0, y: 0 }

interface Tap extends Point {
  /** In milliseconds, like event timestamps. */
  at: number
}

/**
 * Zooms and pans a picture on a stage by pointer, pinch and wheel.
 * @param onSwipe called on a swipe while the whole picture is visible: -1 to the left, 1 to the right
 */
export function useZoom(
  stage: RefObject<HTMLDivElement | null>,
  onSwipe: (direction: 1 | -1) => void,
) {
  const [view, setView] = useState(WHOLE)
  const fingers = useRef(new Map<number, Point>())
  // Where a single finger touched down; null once a second one has.
  const start = useRef<Point>(null)
  const lastTap = useRef<Tap>(null)

  const zoom = (factor: number, point = MIDDLE) =>
    setView((now) => zoomAt(now, factor, point, sizeOf(stage)))
  const move = (by: Point) => setView((now) => pan(now, by, sizeOf(stage)))
  const reset = () => setView(WHOLE)

  useWheel(stage, zoom)

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event, stage)
    fingers.current.set(event.pointerId, point)
    start.current = fingers.current.size === 1 ? point : null
  }

  function onPointerMove(event: PointerEvent) {
    const held = fingers.current
    if (!held.has(event.pointerId)) return
    const from = [...held.values()]
    held.set(event.pointerId, pointOf(event, stage))
    const to = [...held.values()]
    setView((now) => drag(now, from, to, sizeOf(stage)))
  }

  function onPointerUp(event: PointerEvent) {
    const from = start.current
    const to = pointOf(event, stage)
    drop(event)
    if (!from) return
    const [x, y] = [to.x - from.x, to.y - from.y]
    if (Math.hypot(x, y) < TAP_MAX_PX) tap({ ...to, at: event.timeStamp }, event)
    else if (view.scale === 1 && Math.abs(x) > Math.max(SWIPE_MIN_PX, Math.abs(y))) {
      onSwipe(x < 0 ? -1 : 1)
    }
  }

  function drop({ pointerId }: PointerEvent) {
    fingers.current.delete(pointerId)
    start.current = null
  }

  /** A click or a double tap zooms in on its position, or back out. */
  function tap(now: Tap, { pointerType }: PointerEvent) {
    const before = lastTap.current
    const isSecond = before !== null && now.at - before.at < DOUBLE_TAP_MS
    lastTap.current = isSecond ? null : now
    // With a mouse, the second click of a double click would undo the first; otherwise, single taps do nothing.
    if (isSecond === (pointerType === 'mouse')) return
    if (view.scale > 1) reset()
    else zoom(TAP_FACTOR, now)
  }

  // Prevents clicks from moving focus out of the dialog, because the keys would stop working.
  const onMouseDown = (event: MouseEvent) => event.preventDefault()

  const handlers = { onMouseDown, onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop }
  return { view, zoom, move, reset, handlers }
}

/** React's own wheel handlers cannot stop the browser from zooming or scrolling the page. */
function useWheel(
  stage: RefObject<HTMLDivElement | null>,
  zoom: (factor: number, point: Point) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `zoom` reads nothing that changes
  useEffect(() => {
    const element = stage.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      // A trackpad pinch arrives as wheel events with Ctrl, in smaller steps.
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), pointOf(event, stage))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [stage])
}

function sizeOf(stage: RefObject<HTMLDivElement | null>): Size {
  const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
  return { width, height }
}

function pointOf(
  { clientX, clientY }: { clientX: number; clientY: number },
  stage: RefObject<HTMLDivElement | null>,
): Point {
  const { width, height } = sizeOf(stage)
  return { x: clientX - width / 2, y: clientY - height / 2 }
}
