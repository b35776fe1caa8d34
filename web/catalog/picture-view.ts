/** Zoom and pan arithmetic for a full-screen picture. */

/** A point in CSS pixels, relative to the center of the screen. */
export interface Point {
  x: number
  y: number
}

/** The picture's scale, relative to the size at which it just fits, and the position of its center. */
export interface View extends Point {
  scale: number
}

export interface Size {
  width: number
  height: number
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 }

export const SCALE_MAX = 4

export function zoomAt(view: View, factor: number, point: Point, screen: Size): View {
  const scale = clamp(view.scale * factor, 1, SCALE_MAX)
  const ratio = scale / view.scale
  const x = point.x - (point.x - view.x) * ratio
  const y = point.y - (point.y - view.y) * ratio
  return within({ scale, x, y }, screen)
}

/** Moves the picture, without exposing empty space in a dimension in which it is larger than the screen. */
export function pan(view: View, by: Point, screen: Size): View {
  return within({ ...view, x: view.x + by.x, y: view.y + by.y }, screen)
}

/** Pans and zooms the picture with a pointer, or with one or two fingers. */
export function drag(view: View, from: readonly Point[], to: readonly Point[], screen: Size): View {
  const [start, end] = [middleOf(from), middleOf(to)]
  const factor = spreadOf(from) > 0 ? spreadOf(to) / spreadOf(from) : 1
  const by = { x: end.x - start.x, y: end.y - start.y }
  return pan(zoomAt(view, factor, start, screen), by, screen)
}

function within(view: View, screen: Size): View {
  // The picture is square and as large as the screen's shorter side.
  const side = Math.min(screen.width, screen.height) * view.scale
  const room = (length: number) => Math.max(0, (side - length) / 2)
  const [across, down] = [room(screen.width), room(screen.height)]
  return { ...view, x: clamp(view.x, -across, across), y: clamp(view.y, -down, down) }
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce(({ x, y }, point) => ({ x: x + point.x, y: y + point.y }))
  return { x: sum.x / points.length, y: sum.y / points.length }
}

function spreadOf([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

function clamp(value: number, low: number, high: number): number {
  // Adding 0 turns -0 into 0.
  return Math.min(Math.max(value, low), high) + 0
}
