import { describe, expect, it } from 'vitest'
import { legalParts, publishLegalText } from '#contract/client-info/legal.ts'

describe('a legal text', () => {
  it('is headings, paragraphs between empty lines, and lines as they were typed', () => {
    const text =
      'Before all.\n\n# Fair use\nBe kind.\n- to others\n- to yourself\n\n\nTwice.\n## Ending\n\nAt any time.'
    expect(legalParts(text)).toEqual([
      { heading: null, paragraphs: ['Before all.'] },
      { heading: 'Fair use', paragraphs: ['Be kind.\n- to others\n- to yourself', 'Twice.'] },
      { heading: 'Ending', paragraphs: ['At any time.'] },
    ])
    expect(legalParts(' \n \n')).toEqual([])
  })

  it('keeps line breaks and refuses what cannot be seen', () => {
    const parse = (text: string) => publishLegalText.body.safeParse({ current: 0, texts: { en: text } })
    expect(parse('One\r\nTwo \n').data?.texts.en).toBe('One\nTwo')
    expect(parse('bell \u0007').success).toBe(false)
    expect(parse('x'.repeat(60_001)).success).toBe(false)
  })
})
