// What a certificate says. The page, the verification, the drawing and the credential are made from it.

import type { LookField, OwnTexts } from '#contract/certificates/look.ts'
import { designIds } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'

export { designIds }
export type DesignId = (typeof designIds)[number]

export interface TemplateOptions {
  /** Draws the seal of the design. */
  showSeal: boolean
  /** Lists the fulfilled criteria. */
  showCriteria: boolean
}

/** A published version of a template. An issued certificate keeps the version that it was issued with. */
export interface TemplateVersion {
  design: DesignId
  orientation: 'landscape' | 'portrait'
  options: TemplateOptions
  /** Places of the template's own; absent or null where the design places everything. */
  fields?: readonly LookField[] | null
  /** In the certificate's language, in place of the standard ones; an empty one changes nothing. */
  texts?: OwnTexts | null
  /** PNG or JPEG, cleaned on upload, in place of the design's background. */
  background?: Uint8Array | null
}

export interface Signature {
  name: string
  role: string
  /** PNG or JPEG, cleaned on upload. */
  picture: Uint8Array | null
}

export interface CertificateData {
  serial: string
  language: Language
  /** As the learner confirmed it. */
  recipientName: string
  /** Of the course or the assessment. */
  title: string
  kind: 'course' | 'assessment'
  /** ISO date, in the client's time zone. */
  issuedOn: string
  expiresOn: string | null
  issuerName: string
  /** #rrggbb */
  brandColor: string
  logo: Uint8Array | null
  verifyUrl: string
  signatures: Signature[]
  /** In the certificate's language. */
  criteria: string[]
  template: TemplateVersion
}
