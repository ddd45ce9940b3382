/** Tenants as the app sees them (spec 3). */
import * as z from 'zod/mini'
import { clientParams, id, language } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { perLanguage } from '../languages.ts'

export const colourSteps = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900'] as const
export const hexColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))
export const colourScale = z.object(
  Object.fromEntries(colourSteps.map((step) => [step, hexColour])) as Record<
    (typeof colourSteps)[number],
    typeof hexColour
  >,
)
export type ColourScale = z.infer<typeof colourScale>

export const scaleNames = [
  'primary',
  'secondary',
  'accent',
  'neutral',
  'success',
  'warning',
  'error',
] as const
export type ScaleName = (typeof scaleNames)[number]

export const themeSettings = z.object({
  primary: colourScale,
  secondary: colourScale,
  accent: colourScale,
  neutral: colourScale,
  success: colourScale,
  warning: colourScale,
  error: colourScale,
  nav: z.object({ background: hexColour, selected: hexColour, font_dark: hexColour, font_light: hexColour }),
  font: z.object({ dark: hexColour, light: hexColour }),
  /** A font family that the product ships; never a URL. */
  font_family: z.enum(['inter', 'system']),
  background: hexColour,
  course_cta: hexColour,
  default_primary: hexColour,
})
export type ThemeSettings = z.infer<typeof themeSettings>

export const feature = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  links: z.array(z.object({ title: z.string(), href: z.string() })),
})
export type Feature = z.infer<typeof feature>

/** What a visitor may read before signing in: enough to render the tenant's sign-in page. */
export const publicInfo = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  is_active: z.boolean(),
  app_logo_url: z.string(),
  /** For dark backgrounds. Optional, because a device may hold the client's data from before it existed. */
  app_logo_dark_url: z.optional(z.string()),
  app_icon_url: z.string(),
  /** Rises with each publication of the brand. Optional, because a device may hold data from before it existed. */
  brand_version: z.optional(z.int()),
  theme_settings: themeSettings,
  /** Languages offered, the tenant's default language first. */
  languages: z.array(language).check(z.minLength(1)),
  /**
   * False: language detection ignores the browser, so that a visitor starts in the tenant's default language.
   */
  detect_browser_language: z.boolean(),
  support_email: z.nullable(z.string()),
  password_min: z.int(),
  phone_required: z.boolean(),
  /** Google's OAuth client id; null hides Google sign-in. */
  google_client_id: z.nullable(z.string()),
  /** False hides the field for a friend's code. Optional, because a device may hold data from before it existed. */
  has_referrals: z.optional(z.boolean()),
  /** The client's own words and picture of the sign-in page; absent: the product's words and no picture. */
  sign_in: z.optional(
    z.object({
      /** For the readers of each language, with another language's text where theirs has none. */
      words: z.object(
        perLanguage(() => z.object({ heading: z.optional(z.string()), line: z.optional(z.string()) })),
      ),
      picture_url: z.nullable(z.string()),
    }),
  ),
})
export type PublicInfo = z.infer<typeof publicInfo>

export const clientInfo = z.extend(publicInfo, { features: z.array(feature) })
export type ClientInfo = z.infer<typeof clientInfo>

/** The server writes this into the page (and into /runtime-config.json for static hosting). */
export const runtimeConfig = z.object({
  client_id: id,
  /** Origin and path prefix of the back end; empty for the same origin. */
  api_base_url: z.string(),
  /** Changes with every build; the app compares it to detect a newer build. */
  build_id: z.string(),
  demo: z.boolean(),
  /** True on a demo that others can reach: every page says what it is. */
  demo_banner: z.optional(z.boolean()),
  /** Null if the tenant does not exist or could not be read: the app shows its failure screen. */
  client: z.nullable(publicInfo),
})
export type RuntimeConfig = z.infer<typeof runtimeConfig>

export const getPublicInfo = endpoint({
  name: 'clients.publicInfo',
  method: 'GET',
  path: '/api/clients/{clientId}/public-info/',
  access: 'public',
  feature: null,
  whenInactive: 'allowed',
  summary: 'Get the client settings that a visitor may read before signing in',
  params: clientParams,
  response: publicInfo,
})

export const getClientInfo = endpoint({
  name: 'clients.info',
  method: 'GET',
  path: '/api/clients/{clientId}/client-info/',
  access: 'member',
  feature: null,
  offline: 'cache',
  summary: "Get the client's configuration: name, logo, theme and features",
  params: clientParams,
  response: clientInfo,
})
