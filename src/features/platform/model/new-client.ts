/** A client as it is typed before it exists. Pure. */
import type { BodyInputOf } from '#contract/endpoint.ts'
import { switchableFeatures } from '#contract/client-info/settings-endpoints.ts'
import type { Language } from '#contract/languages.ts'
import { SLUG_MAX, type createClient } from '#contract/platform/clients.ts'
import type { SwitchableFeature } from '#contract/client-info/feature-slugs.ts'
import { limitsOf, noLimits, type LimitDraft } from './limits.ts'

export interface ClientDraft {
  name: string
  /** Null: follows the name. */
  slug: string | null
  host: string
  languages: Language[]
  timeZone: string
  currency: string
  features: SwitchableFeature[]
  adminName: string
  adminEmail: string
  adminLanguage: Language
  limits: LimitDraft
}

export const emptyClient = (language: Language, timeZone: string): ClientDraft => ({
  name: '',
  slug: null,
  host: '',
  languages: [language],
  timeZone,
  currency: 'USD',
  features: [...switchableFeatures],
  adminName: '',
  adminEmail: '',
  adminLanguage: language,
  limits: noLimits,
})

/** "Kite & Co." becomes "kite-co"; names in other scripts leave it to the person. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')

export const slugIn = ({ slug, name }: Pick<ClientDraft, 'slug' | 'name'>): string => slug ?? slugOf(name)

const orNull = (text: string) => (text === '' ? null : text)

/** Null while something that only this side can know is missing. */
export const bodyOf = (draft: ClientDraft): BodyInputOf<typeof createClient> | null => {
  const limits = limitsOf(draft.limits)
  if (limits === null) return null
  return {
    name: draft.name.trim(),
    slug: slugIn(draft).trim(),
    host: orNull(draft.host.trim().toLowerCase()),
    languages: draft.languages,
    time_zone: draft.timeZone,
    currency: draft.currency.trim().toUpperCase(),
    features: draft.features,
    admin: { name: draft.adminName.trim(), email: draft.adminEmail.trim(), language: draft.adminLanguage },
    limits,
  }
}

export const isComplete = (draft: ClientDraft): boolean =>
  [draft.name, slugIn(draft), draft.adminName, draft.adminEmail].every((text) => text.trim() !== '') &&
  draft.languages.length > 0
