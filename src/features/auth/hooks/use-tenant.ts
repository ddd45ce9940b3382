import { PASSWORD_MIN_DEFAULT } from '#contract/limits.ts'
import { useLogoUrl } from '#src/core/theme/logo-url.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'

/** The client's data for these pages, from the page's runtime configuration. */
export const useTenant = () => {
  const { client } = runtimeConfig()
  return {
    name: client?.name ?? '',
    logo: useLogoUrl(client),
    support: client?.support_email ?? null,
    passwordMin: client?.password_min ?? PASSWORD_MIN_DEFAULT,
    phoneRequired: client?.phone_required ?? false,
    googleClientId: client?.google_client_id ?? null,
  }
}

/** The client's own words for these pages and its picture, as far as it has any. */
export const useSignInPage = () => {
  const own = runtimeConfig().client?.sign_in
  const language = useLanguage()
  return { ...own?.words[language], picture: own?.picture_url }
}
