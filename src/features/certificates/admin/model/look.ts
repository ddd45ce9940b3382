import type { designIds } from '#contract/certificates/shapes.ts'
import type { WantedTemplate } from '#contract/certificates/templates.ts'
import type { SheetData } from '../../components/CertificateSheet.tsx'

export type Look = WantedTemplate

/** A design as it is before anybody changes it. */
export const newLook = (design: (typeof designIds)[number], name: string, isDefault: boolean): Look => ({
  name,
  is_default: isDefault,
  design,
  orientation: design === 'portrait' ? 'portrait' : 'landscape',
  show_seal: true,
  show_criteria: false,
  signatures: [],
})

/** A certificate with this look, for the preview. */
export const sampleOf = (
  look: Look,
  { issuer, name, title }: { issuer: string; name: string; title: string },
): SheetData => ({
  kind: 'course',
  title,
  recipient_name: name,
  issuer_name: issuer,
  language: 'en',
  issued_on: '2026-11-23',
  expires_on: null,
  serial: '23456789ABCDEFGH',
  design: look.design,
  orientation: look.orientation,
  signatures: look.signatures.filter((each) => each.name.trim() !== ''),
})

/** Without empty lines. */
export const wantedOf = (look: Look): WantedTemplate => ({
  name: look.name.trim(),
  is_default: look.is_default,
  design: look.design,
  orientation: look.orientation,
  show_seal: look.show_seal,
  show_criteria: look.show_criteria,
  signatures: look.signatures
    .map((each) => ({ name: each.name.trim(), role: each.role.trim() }))
    .filter((each) => each.name !== ''),
})
