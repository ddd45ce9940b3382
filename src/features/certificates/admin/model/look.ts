import type { designIds } from '#contract/certificates/shapes.ts'
import type { CertificateTemplate, WantedTemplate } from '#contract/certificates/templates.ts'
import { languages } from '#contract/languages.ts'

export type Look = WantedTemplate

/** A design as it is before anybody changes it. */
export const newLook = (design: (typeof designIds)[number], name: string, isDefault: boolean): Look => ({
  name,
  is_default: isDefault,
  design,
  orientation: design === 'portrait' ? 'portrait' : 'landscape',
  show_seal: true,
  show_criteria: false,
  show_logo: true,
  signatures: [],
  texts: {},
  fields: null,
  background: null,
})

export const NO_TEXTS = { heading: '', before: '', after: '' } as const

/** Languages without a text of their own are left out: they have the standard one. */
const textsOf = (texts: Look['texts']): Look['texts'] =>
  Object.fromEntries(
    languages.flatMap((language) => {
      const { heading, before, after } = texts[language] ?? NO_TEXTS
      const own = { heading: heading.trim(), before: before.trim(), after: after.trim() }
      return Object.values(own).some(Boolean) ? [[language, own]] : []
    }),
  )

/** Without empty lines. */
export const wantedOf = (look: Look): WantedTemplate => ({
  name: look.name.trim(),
  is_default: look.is_default,
  design: look.design,
  orientation: look.orientation,
  show_seal: look.show_seal,
  show_criteria: look.show_criteria,
  show_logo: look.show_logo,
  texts: textsOf(look.texts),
  fields: look.fields,
  background: look.background,
  signatures: look.signatures
    .map(({ name, role, picture }) => ({ name: name.trim(), role: role.trim(), picture }))
    .filter((each) => each.name !== ''),
})

/** What an editor opens with: unpublished changes first. */
export const openedLook = (template: CertificateTemplate): Look => template.draft ?? template
