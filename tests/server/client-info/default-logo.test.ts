import { describe, expect, it } from 'vitest'
import { logoSvg } from '#server/features/client-info/default-logo.ts'

const drawLogo = (name: string) => {
  const svg = logoSvg('#123456', '#654321', name)
  return {
    lines: [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((found) => found[1]),
    width: Number(/width="(\d+)" height="100" role/.exec(svg)?.[1]),
    rtl: svg.includes('direction="rtl"'),
    label: /aria-label="([^"]*)"/.exec(svg)?.[1],
  }
}

describe('default logo', () => {
  it.each([
    ['River School', ['River School']],
    ['Institute of Applied Technology', ['Institute of', 'Applied Technology']],
    ['مدرسة النهر الأزرق للعلوم', ['مدرسة النهر', 'الأزرق للعلوم']],
    ['Donaudampfschifffahrtsgesellschaft', ['Donaudampfschifffah…']],
  ])('splits %s into the lines %j', (name, lines) => {
    expect(drawLogo(name).lines).toEqual(lines)
    // Screen readers read the whole name.
    expect(drawLogo(name).label).toBe(name)
  })

  it('has letters of at least 9 px with the longest name at 36 by 160 px', () => {
    const { width, lines } = drawLogo(
      'An Academy of Sciences and Arts with a Name that is as Long as the Rules Allow It'.slice(0, 80),
    )
    expect(lines).toHaveLength(2)
    // 40 units of 100, at the scale that the tighter dimension allows.
    expect(40 * Math.min(36 / 100, 160 / width)).toBeGreaterThanOrEqual(9)
  })

  it('runs from right to left for an Arabic name', () => {
    expect(drawLogo('أكاديمية أفق').rtl).toBe(true)
    expect(drawLogo('River School').rtl).toBe(false)
  })
})
