/** The six designs: what stands in the PDF and in the picture. */
import fc from '#tests/support/property.ts'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { designIds } from '#contract/certificates/shapes.ts'
import { contrast, TEXT_CONTRAST, WHITE } from '#contract/client-info/colour.ts'
import type { CertificateData } from '#server/features/certificates/certificate-data.ts'
import { coloursFrom } from '#server/core/documents/page-colours.ts'
import { renderCertificatePdf, renderCertificatePng } from '#server/features/certificates/drawing/drawing.ts'
import { warmUpDrawing } from '#server/features/certificates/drawing/warm-up.ts'
import { readPdf } from '#tests/support/documents/read-pdf.ts'
import { LONGEST, sampleCertificate } from './sample.ts'

/** Looks at the lower half, where each design has the code. */
const decoded = async (png: Uint8Array): Promise<string | undefined> => {
  const picture = sharp(png)
  const { width, height } = await picture.metadata()
  const [left, top] = [0, Math.floor(height / 2)]
  const { data, info } = await picture
    .extract({ left, top, width, height: height - top })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const inLanguage: Record<CertificateData['language'], Partial<CertificateData>> = {
  en: { recipientName: 'Ananya Krishnamurthy' },
  hi: { recipientName: 'श्रेया द्विवेदी', title: 'पायथन के साथ डेटा विश्लेषण' },
  ar: { recipientName: 'شيماء عبد الرحمن الحسيني', title: 'تحليل البيانات باستخدام بايثون' },
}
const languages = ['en', 'hi', 'ar'] as const
const orientations = ['landscape', 'portrait'] as const

describe.each(designIds)('the design %s', (design) => {
  it('is one tagged page with title and language, in each language and orientation', async () => {
    for (const language of languages)
      for (const orientation of orientations) {
        const certificate = sampleCertificate({
          language,
          ...inLanguage[language],
          template: { design, orientation },
        })
        const facts = await readPdf(await renderCertificatePdf(certificate))
        expect(facts).toMatchObject({ pages: 1, isTagged: true, language })
        expect(facts.title).toContain(certificate.recipientName)
        expect(facts.title).toContain(certificate.title)
        expect(facts.roles.filter((role) => /^H\d$/.test(role))).toEqual(['H1', 'H2', 'H3'])
        expect(facts.text.replaceAll(' ', '')).toContain('KW7F-2QXM-9RTA-C')
      }
  })

  it.each([
    ['with the longest texts', LONGEST],
    ['without logo, signatures and criteria', { logo: null, signatures: [], criteria: [] }],
    ['with a word that fills the page', { recipientName: 'W'.repeat(80), title: 'मार्कण्डेय'.repeat(8) }],
  ])('stays on one page %s', async (_name, changes) => {
    for (const orientation of orientations) {
      const certificate = sampleCertificate({ ...changes, template: { design, orientation } })
      expect((await readPdf(await renderCertificatePdf(certificate))).pages).toBe(1)
    }
  })

  it('has a QR code that leads to the verification', async () => {
    const certificate = sampleCertificate({ template: { design, orientation: 'landscape' } })
    expect(await decoded(await renderCertificatePng(certificate))).toBe(certificate.verifyUrl)
  })
})

describe('certificates', () => {
  it('have readable colours for every brand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        const colours = coloursFrom(`#${value.toString(16).padStart(6, '0')}`)
        const pairs = [
          [colours.accent, WHITE],
          [colours.accent, colours.paper],
          [colours.ink, colours.paper],
          [colours.muted, colours.paper],
          [colours.onSolid, colours.solid],
          [colours.onSolid, colours.deep],
        ] as const
        for (const [text, ground] of pairs)
          expect(contrast(text, ground)).toBeGreaterThanOrEqual(TEXT_CONTRAST)
      }),
    )
  })

  it('are the same bytes for the same data', async () => {
    const first = await renderCertificatePdf(sampleCertificate())
    await renderCertificatePdf(sampleCertificate({ recipientName: 'Somebody Else' }))
    expect(Buffer.from(await renderCertificatePdf(sampleCertificate())).equals(first)).toBe(true)
  })

  it('keep hidden characters of a name out of the page', async () => {
    const recipientName = '\u202eAnanya\u202c\n\u2067Krishnamurthy\u2069'
    const facts = await readPdf(await renderCertificatePdf(sampleCertificate({ recipientName })))
    expect(facts.title).toBe('Certificate of Completion: Ananya Krishnamurthy, Data Analysis with Python')
  })

  it('leave out a logo that cannot be drawn', async () => {
    const logo = new Uint8Array([1, 2, 3])
    const facts = await readPdf(await renderCertificatePdf(sampleCertificate({ logo })))
    expect(facts.text).toContain('Kitewing Academy')
  })
})

it('draws the document of the warm-up', async () => {
  await expect(warmUpDrawing()).resolves.toBeUndefined()
})
