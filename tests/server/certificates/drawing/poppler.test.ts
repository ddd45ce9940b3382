/** What poppler, which knows nothing of Typst, finds in the PDF of a certificate. */
import { describe, expect, it } from 'vitest'
import { designIds } from '#contract/certificates/shapes.ts'
import { renderCertificatePdf } from '#server/features/certificates/drawing/drawing.ts'
import { hasPoppler, readByPoppler } from '#tests/support/documents/poppler.ts'
import { sampleCertificate } from './sample.ts'

/** `name type encoding emb sub uni object ID`, below two lines of headings. */
const fontsIn = (printed: string) =>
  printed
    .trim()
    .split('\n')
    .slice(2)
    .map((line) => {
      const [, name, embedded, subset, unicode] =
        /^(\S+).*\s(yes|no)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+\s*$/.exec(line) ?? []
      return { name, embedded, subset, unicode }
    })

describe.skipIf(!hasPoppler)('the PDF of a certificate, read by poppler', () => {
  it.each(designIds)('is tagged, with embedded subsets of fonts and its Latin text: %s', async (design) => {
    const certificate = sampleCertificate({ template: { design } })
    const { pdfinfo, pdffonts, pdftotext } = await readByPoppler(await renderCertificatePdf(certificate))
    expect(pdfinfo).toMatch(/^Tagged:\s+yes$/m)
    expect(pdfinfo).toMatch(/^Pages:\s+1$/m)
    expect(pdfinfo).toMatch(/^JavaScript:\s+no$/m)
    expect(pdfinfo).toMatch(
      /^Title:\s+Certificate of Completion: Ananya Krishnamurthy, Data Analysis with Python$/m,
    )
    const fonts = fontsIn(pdffonts)
    expect(fonts.length).toBeGreaterThan(0)
    for (const font of fonts)
      expect(font, pdffonts).toMatchObject({ embedded: 'yes', subset: 'yes', unicode: 'yes' })
    for (const part of [certificate.recipientName, certificate.title, certificate.serial, 'Maya Fernandes'])
      expect(pdftotext.replaceAll(/\s+/g, ' ')).toContain(part)
  })

  it.each([
    ['hi', 'श्रेया द्विवेदी'],
    ['ar', 'شيماء عبد الرحمن الحسيني'],
  ] as const)('has the whole name in its title, in %s', async (language, recipientName) => {
    const pdf = await renderCertificatePdf(sampleCertificate({ language, recipientName }))
    const { pdfinfo, pdffonts } = await readByPoppler(pdf)
    expect(pdfinfo).toContain(recipientName)
    for (const font of fontsIn(pdffonts)) expect(font).toMatchObject({ embedded: 'yes', subset: 'yes' })
  })
})
