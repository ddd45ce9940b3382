import type { PublicInfo } from '#contract/client-info/client-info.ts'
import { isNavDark } from '#contract/client-info/theme-roles.ts'
import { currentMode, useMode } from './mode.ts'

type Client = Pick<PublicInfo, 'app_logo_url' | 'app_logo_dark_url' | 'theme_settings'> | null

const urlOn = (client: Client, isDark: boolean): string =>
  (isDark && client?.app_logo_dark_url) || (client?.app_logo_url ?? '')

/** The client's logo for the page as it looks now: outside of React. */
export const currentLogoUrl = (client: Client): string => urlOn(client, currentMode() === 'dark')

/** The client's logo for a background: the page's, or the navigation's in the client's own colour. */
export const useLogoUrl = (client: Client, on: 'page' | 'nav' = 'page'): string => {
  const mode = useMode()
  const isNav = on === 'nav' && client !== null
  return urlOn(client, isNav ? isNavDark(client.theme_settings, mode) : mode === 'dark')
}
