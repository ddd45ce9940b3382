/** From what is stored to what a certificate says. */
import { showSerial, verifyPath } from '#contract/certificates/serial.ts'
import type { CertificateData } from './certificate-data.ts'
import type { CertificateRow } from './certificates.repository.ts'
import { criteriaTexts } from './criteria-texts.ts'
import { OWN_DESIGN } from './mapper.ts'

export interface PictureSources {
  readonly logo: (clientId: number) => Promise<Uint8Array | null>
  /** A stored file by its path; null for one that is gone. */
  readonly stored: (clientId: number, path: string) => Promise<Uint8Array | null>
}

export const certificateOfRow = async (
  row: CertificateRow,
  clientId: number,
  { pictures, verifyUrl }: { pictures: PictureSources; verifyUrl: (path: string) => string },
): Promise<CertificateData> => ({
  serial: showSerial(row.serial),
  language: row.language,
  recipientName: row.recipient_name,
  title: row.title,
  kind: row.kind,
  issuedOn: row.issued_on,
  expiresOn: row.expires_on,
  issuerName: row.issuer_name,
  brandColor: row.brand_colour,
  logo: row.options?.show_logo === false ? null : await pictures.logo(clientId),
  verifyUrl: verifyUrl(verifyPath(row.serial)),
  signatures: await Promise.all(
    (row.signatures ?? []).map(async ({ name, role, picture }) => ({
      name,
      role,
      picture: picture === null ? null : await pictures.stored(clientId, picture),
    })),
  ),
  criteria: criteriaTexts(row.criteria, row.kind, row.language),
  template: {
    design: row.design ?? OWN_DESIGN.design,
    orientation: row.orientation ?? OWN_DESIGN.orientation,
    options: {
      showSeal: row.options?.show_seal ?? true,
      showCriteria: row.options?.show_criteria ?? true,
    },
    fields: row.options?.fields ?? null,
    texts: row.options?.texts?.[row.language] ?? null,
    background: row.options?.background ? await pictures.stored(clientId, row.options.background) : null,
  },
})
