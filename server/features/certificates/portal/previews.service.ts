/** Draws a look with sample words, as learners will get it. Nothing is stored. */
import { showSerial } from '#contract/certificates/serial.ts'
import type { previewTemplate } from '#contract/certificates/templates.ts'
import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { coloursFrom } from '#server/core/documents/page-colours.ts'
import { languageFor } from '#server/core/http/language.ts'
import type { AdminScope } from '#server/core/http/scope.ts'
import type { CertificateData } from '../certificate-data.ts'
import { todayOf } from '../certificates.repository.ts'
import { criteriaTexts } from '../criteria-texts.ts'
import { renderCertificatePdf, renderCertificatePng } from '../drawing/drawing.ts'
import { brandColourOf } from '../templates.repository.ts'
import type { TemplateContext } from './templates.service.ts'

const PREVIEW_PX = 1000
const SAMPLE_SERIAL = '23456789ABCDEFGH'
const SAMPLE_CRITERIA = [
  { kind: 'completion', met: true, value: 100, target: 100, assessment: null },
] as const

type Asked = BodyOf<typeof previewTemplate>

const sampleOf = async (
  { logo, files }: TemplateContext,
  scope: AdminScope,
  { recipient_name: recipientName, title, ...look }: Asked,
): Promise<CertificateData> => {
  const { clientId, name } = scope.tenant
  const language = look.language ?? languageFor(scope)
  const { issuedOn, brandColor } = await scope.tx(async (db) => ({
    issuedOn: await todayOf(db, scope.clock.now()),
    brandColor: await brandColourOf(db, clientId),
  }))
  const read = (path: string | null) => (path === null ? null : files.read(clientId, path))
  return {
    serial: showSerial(SAMPLE_SERIAL),
    language,
    recipientName,
    title,
    kind: 'course',
    issuedOn,
    expiresOn: null,
    issuerName: name,
    brandColor,
    logo: look.show_logo ? await logo(clientId) : null,
    verifyUrl: `${scope.request.origin ?? ''}/verify/`,
    signatures: await Promise.all(
      look.signatures.map(async (each) => ({ ...each, picture: await read(each.picture) })),
    ),
    criteria: criteriaTexts(SAMPLE_CRITERIA, 'course', language),
    template: {
      design: look.design,
      orientation: look.orientation,
      options: { showSeal: look.show_seal, showCriteria: look.show_criteria },
      fields: look.fields,
      texts: look.texts[language] ?? null,
      background: await read(look.background),
    },
  }
}

const dataAddress = (type: string, bytes: Uint8Array) =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

export const drawPreview = async (
  context: TemplateContext,
  scope: AdminScope,
  asked: Asked,
): Promise<ResponseOf<typeof previewTemplate>> => {
  const sample = await sampleOf(context, scope, asked)
  const { ink, muted, accent, onSolid } = coloursFrom(sample.brandColor)
  return {
    file:
      asked.as === 'pdf'
        ? dataAddress('application/pdf', await renderCertificatePdf(sample))
        : dataAddress('image/png', await renderCertificatePng(sample, PREVIEW_PX)),
    colours: { ink, muted, accent, onSolid },
  }
}
