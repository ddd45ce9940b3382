import { describe, expect, it } from 'vitest'
import {
  fitCrop,
  shownSize,
  startCrop,
  turnCrop,
  zoomCrop,
  ZOOM_MAX,
  type Crop,
} from '#src/features/profile/model/crop.ts'

const wide = { width: 4000, height: 3000 }

/** Nothing of the square may stay empty. */
const covers = (crop: Crop) => {
  const { width, height } = shownSize(wide, crop)
  return Math.abs(crop.x) <= (width - 1) / 2 + 1e-9 && Math.abs(crop.y) <= (height - 1) / 2 + 1e-9
}

describe('crop', () => {
  it('fills the square with the shorter side', () => {
    expect(shownSize(wide, startCrop)).toEqual({ width: 4 / 3, height: 1 })
    expect(shownSize(wide, { ...startCrop, turns: 1 })).toEqual({ width: 1, height: 4 / 3 })
  })

  it('stops at the picture’s edges', () => {
    const crop = fitCrop(wide, { ...startCrop, x: 5, y: 5 })
    expect(crop.x).toBeCloseTo(1 / 6)
    expect(crop.y).toBeCloseTo(0)
  })

  it('keeps the same part in the middle over four turns', () => {
    const start = fitCrop(wide, { ...startCrop, zoom: 2, x: 0.3, y: -0.2 })
    const once = turnCrop(wide, start)
    expect([once.x, once.y]).toEqual([0.2, 0.3])
    const whole = [1, 2, 3].reduce((crop) => turnCrop(wide, crop), once)
    expect(whole.turns).toBe(0)
    expect(whole.x).toBeCloseTo(0.3)
    expect(whole.y).toBeCloseTo(-0.2)
  })

  it('covers the square after 1,000 random moves, zooms and turns', () => {
    let seed = 7
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
    let crop = startCrop
    for (let step = 0; step < 1000; step += 1) {
      const kind = Math.floor(random() * 3)
      if (kind === 0) crop = turnCrop(wide, crop)
      else if (kind === 1) crop = zoomCrop(wide, crop, random() * 6)
      else crop = fitCrop(wide, { ...crop, x: crop.x + random() - 0.5, y: crop.y + random() - 0.5 })
      expect(covers(crop)).toBe(true)
      expect(crop.zoom).toBeGreaterThanOrEqual(1)
      expect(crop.zoom).toBeLessThanOrEqual(ZOOM_MAX)
    }
  })

  it('control: finds a move that leaves part of the square empty', () => {
    expect(covers({ ...startCrop, x: 0.5 })).toBe(false)
  })
})
