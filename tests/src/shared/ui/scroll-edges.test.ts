import { describe, expect, it } from 'vitest'
import { showsEdges } from '#src/shared/ui/scroll-edges.ts'

/** A row of `wide` pixels in a window of 100; jsdom lays nothing out. */
const aRow = (wide: number) => {
  const row = document.createElement('div')
  Object.defineProperty(row, 'scrollWidth', { value: wide })
  Object.defineProperty(row, 'clientWidth', { value: 100 })
  const scrollTo = (left: number) => {
    Object.defineProperty(row, 'scrollLeft', { value: left, configurable: true })
    row.dispatchEvent(new Event('scroll'))
    return { before: row.hasAttribute('data-more-before'), after: row.hasAttribute('data-more-after') }
  }
  return { row, scrollTo }
}

describe('a row that scrolls sideways', () => {
  it.each([
    ['from the left', 1],
    ['from the right, where places are negative', -1],
  ])('given one that is read %s, when scrolled, then it says where more of it is', (_, way) => {
    const { row, scrollTo } = aRow(300)
    const end = showsEdges(row)
    expect(scrollTo(0)).toEqual({ before: false, after: true })
    expect(scrollTo(80 * way)).toEqual({ before: true, after: true })
    // A pixel of rounding is no tool.
    expect(scrollTo(199.4 * way)).toEqual({ before: true, after: false })
    end?.()
    expect(scrollTo(0)).toEqual({ before: true, after: false })
  })

  it('given one that fits, when drawn, then nothing is faded', () => {
    const { row, scrollTo } = aRow(100)
    showsEdges(row)
    expect(scrollTo(0)).toEqual({ before: false, after: false })
  })
})
