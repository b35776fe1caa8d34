import { describe, expect, it } from 'vitest'
import { drag, pan, SCALE_MAX, WHOLE, zoomAt } from './picture-view.ts'

const SCREEN = { width: 400, height: 800 }
const MIDDLE = { x: 0, y: 0 }

describe('zooming', () => {
  it('keeps the point in place', () => {
    expect(zoomAt(WHOLE, 4, { x: 100, y: 0 }, SCREEN)).toEqual({ scale: 4, x: -300, y: 0 })
  })

  it('ends at the largest size and at the whole picture', () => {
    expect(zoomAt(WHOLE, 100, MIDDLE, SCREEN).scale).toBe(SCALE_MAX)
    expect(zoomAt({ scale: 2, x: 150, y: 0 }, 0.1, { x: 50, y: 50 }, SCREEN)).toEqual(WHOLE)
  })
})

describe('panning', () => {
  it('shows no space beside a picture that fills the screen', () => {
    const view = { scale: 3, x: 0, y: 0 }
    expect(pan(view, { x: 1000, y: -1000 }, SCREEN)).toEqual({ scale: 3, x: 400, y: -200 })
  })

  it('keeps a picture centered that does not fill the screen', () => {
    expect(pan(WHOLE, { x: 50, y: 50 }, SCREEN)).toEqual(WHOLE)
  })
})

describe('fingers', () => {
  it('pan alone', () => {
    const view = { scale: 4, x: 0, y: 0 }
    expect(drag(view, [MIDDLE], [{ x: 30, y: 20 }], SCREEN)).toEqual({ scale: 4, x: 30, y: 20 })
  })

  it('zoom and pan together as a pair', () => {
    const from = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ]
    const to = [
      { x: -90, y: 0 },
      { x: 110, y: 0 },
    ]
    expect(drag(WHOLE, from, to, SCREEN)).toEqual({ scale: 2, x: 10, y: 0 })
  })
})
