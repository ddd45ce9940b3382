import * as z from 'zod/mini'
import { brandSettings, NO_SIGN_IN_PAGE, type BrandSettings } from '#contract/client-info/brand.ts'
import { brandPicturePath, signInPicturePath } from '#contract/client-info/brand-endpoints.ts'
import {
  clientInfo,
  hexColour,
  publicInfo,
  themeSettings,
  type ClientInfo,
  type PublicInfo,
  type ThemeSettings,
} from '#contract/client-info/client-info.ts'
import { iconPath } from '#contract/client-info/manifest.ts'
import { wordsFor } from '#contract/client-info/sign-in-words.ts'
import { themeFromBrand } from '#contract/client-info/theme.ts'
import { perLanguage } from '#contract/languages.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import type { ClientRow, FeatureRow } from './clients.repository.ts'
import { isAvailable } from './feature-catalogue.ts'

/** What a client may set for its theme besides the brand colour. */
const storedTheme = z.object({
  secondary: z.optional(hexColour),
  accent: z.optional(hexColour),
  settings: z.optional(z.partial(themeSettings)),
})

/** Derived from the brand colour, then overridden by the client's own settings. */
export const themeOf = (brandColour: string, stored: unknown): ThemeSettings => {
  const clientTheme = storedTheme.parse(stored)
  const derived = themeFromBrand({
    primary: brandColour,
    ...(clientTheme.secondary === undefined ? {} : { secondary: clientTheme.secondary }),
    ...(clientTheme.accent === undefined ? {} : { accent: clientTheme.accent }),
  })
  return themeSettings.parse({ ...derived, ...clientTheme.settings })
}

const lower = (hex: string | undefined) => hex?.toLowerCase() ?? null

/** The colours of single areas of the page. */
const areaColours = ({
  background,
  course_cta,
  nav,
  font,
}: NonNullable<z.infer<typeof storedTheme>['settings']>) => ({
  background: lower(background),
  course_cta: lower(course_cta),
  nav_background: lower(nav?.background),
  nav_selected: lower(nav?.selected),
  nav_font_dark: lower(nav?.font_dark),
  nav_font_light: lower(nav?.font_light),
  font_dark: lower(font?.dark),
  font_light: lower(font?.light),
})

/** The brand of a client whose admins never published one. */
const unpublishedBrand = (row: ClientRow): BrandSettings => {
  const { secondary, accent, settings } = storedTheme.parse(row.theme)
  return {
    name: row.name,
    short_name: row.short_name,
    colour: row.brand_colour,
    colours: { secondary: lower(secondary), accent: lower(accent), ...areaColours(settings ?? {}) },
    font_family: settings?.font_family ?? 'inter',
    logo: null,
    logo_dark: null,
    icon: null,
    icon_background: '#ffffff',
    sign_in: NO_SIGN_IN_PAGE,
  }
}

export const brandOf = (row: ClientRow): BrandSettings =>
  row.brand_settings === null ? unpublishedBrand(row) : brandSettings.parse(row.brand_settings)

const logoUrls = (clientId: number, { logo, logo_dark: dark }: BrandSettings) => ({
  app_logo_url: logo === null ? `/brand/${clientId}/logo.svg` : brandPicturePath(clientId, logo),
  app_logo_dark_url:
    dark === null && logo === null
      ? `/brand/${clientId}/logo-dark.svg`
      : brandPicturePath(clientId, dark ?? logo ?? ''),
})

/** Left out where the client has no words and no picture of its own, because every page includes this. */
const signInPage = ({ client_id: clientId, languages }: ClientRow, { sign_in: page }: BrandSettings) => {
  const { heading, line, picture } = page
  const hasWords = [heading, line].some((texts) => Object.values(texts).some(Boolean))
  if (!hasWords && picture === null) return {}
  const words = perLanguage((language) => ({
    heading: wordsFor(heading, language, languages),
    line: wordsFor(line, language, languages),
  }))
  return {
    sign_in: { words, picture_url: picture === null ? null : signInPicturePath(clientId, picture) },
  }
}

export const toPublicInfo = (
  row: ClientRow,
  { googleClientId, features }: { googleClientId: string | null; features: Tenant['features'] },
): PublicInfo =>
  publicInfo.parse({
    id: row.client_id,
    name: row.name,
    slug: row.slug,
    is_active: row.is_active,
    ...logoUrls(row.client_id, brandOf(row)),
    app_icon_url: iconPath({ id: row.client_id, brand_version: row.brand_version }, null),
    brand_version: row.brand_version,
    theme_settings: themeOf(row.brand_colour, row.theme),
    languages: row.languages,
    detect_browser_language: row.detect_browser_language,
    support_email: row.support_email,
    password_min: row.password_min,
    phone_required: row.phone_required,
    google_client_id: row.google_client_id ?? googleClientId,
    has_referrals: features.has('admin_referral'),
    ...signInPage(row, brandOf(row)),
  })

export const toClientInfo = (info: PublicInfo, features: readonly FeatureRow[]): ClientInfo =>
  clientInfo.parse({ ...info, features: features.filter((row) => isAvailable(row.slug)) })
