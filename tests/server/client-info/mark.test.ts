import { describe, expect, it } from 'vitest'
import { logoSvg } from '#server/features/client-info/mark.ts'

const of = (name: string) => {
  const svg = logoSvg('#123456', '#654321', name)
  return {
    lines: [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((found) => found[1]),
    width: Number(/width="(\d+)" height="100" role/.exec(svg)?.[1]),
    rtl: svg.includes('direction="rtl"'),
    label: /aria-label="([^"]*)"/.exec(svg)?.[1],
  }
}

describe('the logo of a client that has not brought one', () => {
  it.each([
    ['River School', ['River School']],
    ['Institute of Applied Technology', ['Institute of', 'Applied Technology']],
    ['مدرسة النهر الأزرق للعلوم', ['مدرسة النهر', 'الأزرق للعلوم']],
    ['Donaudampfschifffahrtsgesellschaft', ['Donaudampfschifffah…']],
  ])('given %s, when it is drawn, then its lines are %j', (name, lines) => {
    expect(of(name).lines).toEqual(lines)
    // Whoever cannot see it hears all of it.
    expect(of(name).label).toBe(name)
  })

  it('given the longest name that there may be, when it stands 36 px high and 160 wide, then its letters are 9 px at least', () => {
    const { width, lines } = of(
      'An Academy of Sciences and Arts with a Name that is as Long as the Rules Allow It'.slice(0, 80),
    )
    expect(lines).toHaveLength(2)
    // 40 units of 100 at the scale that the narrower side allows.
    expect(40 * Math.min(36 / 100, 160 / width)).toBeGreaterThanOrEqual(9)
  })

  it('given an Arabic name, when it is drawn, then it runs from the right', () => {
    expect(of('أكاديمية أفق').rtl).toBe(true)
    expect(of('River School').rtl).toBe(false)
  })
})
