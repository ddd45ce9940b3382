/** A certificate as PDF and as picture, in one of six designs. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fieldKinds, SIGNATURES_MAX, type LookField } from '#contract/certificates/look.ts'
import { designIds } from '#contract/certificates/shapes.ts'
import { directionOf } from '#contract/languages.ts'
import { renderPdf, renderPng } from '#server/core/documents/documents.ts'
import type { DrawableDocument } from '#server/core/documents/drawable.ts'
import { coloursFrom } from '#server/core/documents/page-colours.ts'
import { dayText, directionOfText, oneLine } from '#server/core/documents/page-text.ts'
import { qrSvg } from '#server/core/documents/qr-code.ts'
import type { CertificateData } from '../certificate-data.ts'
import { texts } from './texts.ts'

const sourceOf = (name: string) => readFileSync(new URL(`./designs/${name}.typ`, import.meta.url), 'utf8')
const sources = Object.fromEntries(['common', ...designIds].map((name) => [`/${name}.typ`, sourceOf(name)]))

/** 24 numbers from the serial: a pattern that no other certificate has. */
const patternOf = (serial: string): number[] => [...createHash('sha256').update(serial).digest()].slice(0, 24)

/** What Typst reads. Other formats (WebP) are left out: the picture of the certificate cannot show them. */
const isDrawable = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1')
  return /^\u0089PNG|^\u00ff\u00d8\u00ff|^\s*(?:<\?xml|<svg)/.test(start)
}
const drawable = (bytes: Uint8Array | null): Uint8Array | null =>
  bytes !== null && isDrawable(bytes) ? bytes : null

const picturesOf = (certificate: CertificateData): Record<string, Uint8Array> => {
  const logo = drawable(certificate.logo)
  const signatures = certificate.signatures.flatMap(({ picture }, index) => {
    const bytes = drawable(picture)
    return bytes === null ? [] : [[`/signature-${index}`, bytes] as const]
  })
  const background = drawable(certificate.template.background ?? null)
  return Object.fromEntries([
    ...(logo === null ? [] : [['/logo', logo] as const]),
    ...(background === null ? [] : [['/background', background] as const]),
    ...signatures,
  ])
}

const textsOf = ({ language, kind, issuedOn, expiresOn, template }: CertificateData) => {
  const own = texts[language]
  const wanted = template.texts
  const issued = dayText(language, issuedOn)
  const expires = expiresOn === null ? null : dayText(language, expiresOn)
  return {
    ...own,
    heading: oneLine(wanted?.heading ?? '') || own.heading[kind],
    before: oneLine(wanted?.before ?? '') || own.before,
    after: oneLine(wanted?.after ?? '') || own.after[kind],
    issued: own.issued(issued),
    issuedOn: issued,
    expires: expires === null ? null : own.expires(expires),
    expiresOn: expires,
  }
}

/** In the order in which the contract lists them, so that a screen reader reads them in it. */
const placesOf = (fields: readonly LookField[] | null | undefined): LookField[] | null =>
  fields ? fields.toSorted((a, b) => fieldKinds.indexOf(a.kind) - fieldKinds.indexOf(b.kind)) : null

const documentOf = (certificate: CertificateData): DrawableDocument => {
  const { language, template, serial, verifyUrl } = certificate
  const pictures = picturesOf(certificate)
  const name = oneLine(certificate.recipientName)
  const title = oneLine(certificate.title)
  const words = textsOf(certificate)
  return {
    template: { main: `/${template.design}.typ`, sources },
    pictures,
    data: {
      // Copying Devanagari and Arabic out of the page doubles letters (typst 4225, 8767): the title has them right.
      documentTitle: `${words.heading}: ${name}, ${title}`,
      language,
      dir: directionOf(language),
      portrait: template.orientation === 'portrait',
      name,
      nameDir: directionOfText(name),
      title,
      titleDir: directionOfText(title),
      issuer: oneLine(certificate.issuerName),
      serial,
      // The serial stands above it.
      address: verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, ''),
      qr: qrSvg(verifyUrl),
      pattern: patternOf(serial),
      colours: coloursFrom(certificate.brandColor),
      texts: words,
      criteria: template.options.showCriteria ? certificate.criteria.map(oneLine) : [],
      showSeal: template.options.showSeal,
      logo: pictures['/logo'] ? true : null,
      background: '/background' in pictures,
      fields: placesOf(template.fields),
      signatures: certificate.signatures.slice(0, SIGNATURES_MAX).map((signature, index) => ({
        name: oneLine(signature.name),
        role: oneLine(signature.role),
        picture: `/signature-${index}` in pictures,
      })),
    },
  }
}

export const renderCertificatePdf = (certificate: CertificateData): Promise<Uint8Array> =>
  renderPdf(documentOf(certificate))

/** For the page and for sharing. */
export const renderCertificatePng = (certificate: CertificateData, widthPx = 1600): Promise<Uint8Array> =>
  renderPng(documentOf(certificate), widthPx)
