import { describe, expect, it } from 'vitest'
import { markScrollEdges } from '#src/shared/ui/scroll-edges.ts'

/** A row of `width` pixels in a window of 100; jsdom has no layout. */
const createRow = (width: number) => {
  const row = document.createElement('div')
  Object.defineProperty(row, 'scrollWidth', { value: width })
  Object.defineProperty(row, 'clientWidth', { value: 100 })
  const scrollTo = (left: number) => {
    Object.defineProperty(row, 'scrollLeft', { value: left, configurable: true })
    row.dispatchEvent(new Event('scroll'))
    return { before: row.hasAttribute('data-more-before'), after: row.hasAttribute('data-more-after') }
  }
  return { row, scrollTo }
}

describe('markScrollEdges', () => {
  it.each([
    ['from the left', 1],
    ['from the right, where offsets are negative', -1],
  ])('marks the sides with hidden content in a row read %s', (_, sign) => {
    const { row, scrollTo } = createRow(300)
    const stop = markScrollEdges(row)
    expect(scrollTo(0)).toEqual({ before: false, after: true })
    expect(scrollTo(80 * sign)).toEqual({ before: true, after: true })
    // A difference of one pixel is rounding.
    expect(scrollTo(199.4 * sign)).toEqual({ before: true, after: false })
    stop?.()
    expect(scrollTo(0)).toEqual({ before: true, after: false })
  })

  it('marks nothing in a row that fits', () => {
    const { row, scrollTo } = createRow(100)
    markScrollEdges(row)
    expect(scrollTo(0)).toEqual({ before: false, after: false })
  })
})
