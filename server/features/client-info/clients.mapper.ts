import * as z from 'zod/mini'
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
import { themeFromBrand } from '#contract/client-info/theme.ts'
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

export const toPublicInfo = (row: ClientRow, googleClientId: string | null): PublicInfo =>
  publicInfo.parse({
    id: row.client_id,
    name: row.name,
    slug: row.slug,
    is_active: row.is_active,
    app_logo_url: `/brand/${row.client_id}/logo.svg`,
    app_logo_dark_url: `/brand/${row.client_id}/logo-dark.svg`,
    app_icon_url: iconPath(row.client_id, null),
    theme_settings: themeOf(row.brand_colour, row.theme),
    languages: row.languages,
    detect_browser_language: row.detect_browser_language,
    support_email: row.support_email,
    password_min: row.password_min,
    phone_required: row.phone_required,
    google_client_id: row.google_client_id ?? googleClientId,
  })

export const toClientInfo = (info: PublicInfo, features: readonly FeatureRow[]): ClientInfo =>
  clientInfo.parse({ ...info, features: features.filter((row) => isAvailable(row.slug)) })
