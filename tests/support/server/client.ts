/** A client and a person for component tests. */
import { languages } from '#contract/languages.ts'
import type { SignedIn } from '#contract/auth/auth.ts'
import type { ClientInfo } from '#contract/client-info/client-info.ts'
import type { Role } from '#contract/common.ts'
import { setRuntimeConfig } from '#src/core/client-config/runtime-config.ts'
import { defaultTheme } from '#src/core/theme/default-theme.ts'

export const aClient = (values: Partial<ClientInfo> = {}): ClientInfo => ({
  id: 7,
  name: 'Kite Academy',
  slug: 'kite',
  is_active: true,
  app_logo_url: '/brand/7/logo.svg',
  app_icon_url: '/brand/7/icon.svg',
  theme_settings: defaultTheme,
  languages: [...languages],
  detect_browser_language: true,
  support_email: 'help@kite.test',
  password_min: 12,
  phone_required: false,
  google_client_id: null,
  features: [
    { id: 1, slug: 'dashboard', title: 'Dashboard', links: [{ title: 'Dashboard', href: '/' }] },
    { id: 2, slug: 'course', title: 'Courses', links: [{ title: 'Courses', href: '/courses' }] },
  ],
  ...values,
})

export const aPage = (client: ClientInfo | null = aClient()) =>
  setRuntimeConfig({
    client_id: client?.id ?? 7,
    api_base_url: '',
    build_id: 'test-build',
    demo: false,
    client,
  })

const encodePart = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
/** A token with readable times, in seconds from `now`, and without a valid signature. */
export const aToken = ({ issuedS: issuedInS = 0, lifeS = 900, id = 1, now = Date.now() } = {}) => {
  const iat = Math.floor(now / 1000) + issuedInS
  return `${encodePart({ alg: 'none' })}.${encodePart({ sub: String(id), iat, exp: iat + lifeS, jti: Math.random() })}.x`
}

export const aSignedIn = (values: Partial<SignedIn> & { role?: Role } = {}): SignedIn => ({
  id: 1,
  email: 'asha@kite.test',
  full_name: 'Asha Rao',
  username: 'asha',
  phone_number: null,
  profile_picture: null,
  role: 'student',
  access_token: aToken({ id: values.id ?? 1 }),
  refresh_token: 'refresh-1',
  ...values,
})
