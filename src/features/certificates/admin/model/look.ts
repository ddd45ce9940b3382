import type { designIds } from '#contract/certificates/shapes.ts'
import type { WantedTemplate } from '#contract/certificates/templates.ts'

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
